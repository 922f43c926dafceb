"""Compares files of scenarios with their schema, by a validator and a reader that are not the product's.

    validate_scenarios.py SCHEMA SCENARIO...

Prints the first error of each file that is not as the schema says.
"""
import json
import sys

import jsonschema
import yaml

with open(sys.argv[1], encoding="utf-8") as file:
    schema = json.load(file)
jsonschema.Draft202012Validator.check_schema(schema)
validator = jsonschema.Draft202012Validator(schema)
for path in sys.argv[2:]:
    with open(path, encoding="utf-8") as file:
        scenario = yaml.safe_load(file)
    error = jsonschema.exceptions.best_match(validator.iter_errors(scenario))
    print(f"{path}: {'as the schema says' if error is None else error.json_path + ': ' + error.message}")
