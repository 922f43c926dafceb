module example.org/@FILE@

go 1.19
