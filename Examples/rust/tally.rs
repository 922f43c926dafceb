//! Drives a Mayfly host from `window.open` to a message that is sent, with the standard library only. It is written from the
//! description of the protocol (`mayfly host --schema`).
//!
//!     rustc tally.rs && ./tally --mayfly PATH --home DIR
//!
//! The home folder has the devices 'alice' and 'bob' and their conversation 'chat'.

use std::collections::BTreeMap;
use std::error::Error;
use std::io::{BufRead, BufReader, Write};
use std::process::{Child, ChildStdin, ChildStdout, Command, Stdio};

type Result<T> = std::result::Result<T, Box<dyn Error>>;

// JSON -----------------------------------------------------------------------

#[derive(Debug, Clone, PartialEq)]
enum Json {
    Null,
    Bool(bool),
    Number(f64),
    Text(String),
    List(Vec<Json>),
    Object(BTreeMap<String, Json>),
}

impl Json {
    /// The member of that name; null where there is none.
    fn get(&self, name: &str) -> &Json {
        match self {
            Json::Object(members) => members.get(name).unwrap_or(&Json::Null),
            _ => &Json::Null,
        }
    }

    fn text(&self) -> Result<&str> {
        match self {
            Json::Text(text) => Ok(text),
            other => Err(format!("a string was expected, not {other:?}").into()),
        }
    }

    fn list(&self) -> Result<&[Json]> {
        match self {
            Json::List(items) => Ok(items),
            other => Err(format!("an array was expected, not {other:?}").into()),
        }
    }
}

/// A string as JSON.
fn quoted(text: &str) -> String {
    let mut json = String::from("\"");
    for character in text.chars() {
        match character {
            '"' | '\\' => json.extend(['\\', character]),
            character if character < ' ' => json += &format!("\\u{:04x}", character as u32),
            character => json.push(character),
        }
    }
    json + "\""
}

struct Parser<'a> {
    bytes: &'a [u8],
    place: usize,
}

impl Parser<'_> {
    fn parse(line: &str) -> Result<Json> {
        let mut parser = Parser { bytes: line.as_bytes(), place: 0 };
        let value = parser.value()?;
        match parser.next() {
            None => Ok(value),
            Some(byte) => Err(format!("{:?} stands behind the value", byte as char).into()),
        }
    }

    /// The next byte that is no space.
    fn next(&mut self) -> Option<u8> {
        while self.bytes.get(self.place).is_some_and(u8::is_ascii_whitespace) {
            self.place += 1;
        }
        self.bytes.get(self.place).copied()
    }

    fn take(&mut self, wanted: u8) -> Result<()> {
        if self.next() != Some(wanted) {
            return Err(format!("{:?} is missing at byte {}", wanted as char, self.place).into());
        }
        self.place += 1;
        Ok(())
    }

    fn value(&mut self) -> Result<Json> {
        match self.next().ok_or("the line ends too early")? {
            b'{' => {
                let mut members = BTreeMap::new();
                self.items(b'{', b'}', |parser| {
                    let name = parser.string()?;
                    parser.take(b':')?;
                    members.insert(name, parser.value()?);
                    Ok(())
                })?;
                Ok(Json::Object(members))
            }
            b'[' => {
                let mut items = Vec::new();
                self.items(b'[', b']', |parser| {
                    items.push(parser.value()?);
                    Ok(())
                })?;
                Ok(Json::List(items))
            }
            b'"' => Ok(Json::Text(self.string()?)),
            _ => self.word(),
        }
    }

    fn items(&mut self, open: u8, close: u8, mut item: impl FnMut(&mut Self) -> Result<()>) -> Result<()> {
        self.take(open)?;
        if self.next() != Some(close) {
            item(self)?;
            while self.next() == Some(b',') {
                self.place += 1;
                item(self)?;
            }
        }
        self.take(close)
    }

    fn word(&mut self) -> Result<Json> {
        let rest = &self.bytes[self.place..];
        let end = rest.iter().position(|byte| b",]} \t".contains(byte)).unwrap_or(rest.len());
        let word = std::str::from_utf8(&rest[..end])?;
        self.place += end;
        Ok(match word {
            "null" => Json::Null,
            "true" => Json::Bool(true),
            "false" => Json::Bool(false),
            number => Json::Number(number.parse()?),
        })
    }

    fn string(&mut self) -> Result<String> {
        self.take(b'"')?;
        let mut bytes = Vec::new();
        loop {
            let byte = *self.bytes.get(self.place).ok_or("a string does not end")?;
            self.place += 1;
            match byte {
                b'"' => return Ok(String::from_utf8(bytes)?),
                b'\\' => bytes.extend_from_slice(self.escaped()?.to_string().as_bytes()),
                byte => bytes.push(byte),
            }
        }
    }

    /// The character of an escape, behind its backslash.
    fn escaped(&mut self) -> Result<char> {
        let kind = *self.bytes.get(self.place).ok_or("an escape does not end")?;
        self.place += 1;
        Ok(match kind {
            b'n' => '\n',
            b't' => '\t',
            b'r' => '\r',
            b'b' => '\u{8}',
            b'f' => '\u{c}',
            b'u' => {
                let mut unit = self.unit()?;
                if (0xD800..0xDC00).contains(&unit) && self.bytes[self.place..].starts_with(b"\\u") {
                    self.place += 2;
                    unit = 0x10000 + ((unit - 0xD800) << 10) + (self.unit()?.wrapping_sub(0xDC00) & 0x3FF);
                }
                char::from_u32(unit).ok_or("half a character is escaped")?
            }
            other => other as char,
        })
    }

    fn unit(&mut self) -> Result<u32> {
        let digits = self.bytes.get(self.place..self.place + 4).ok_or("an escape does not end")?;
        self.place += 4;
        Ok(u32::from_str_radix(std::str::from_utf8(digits)?, 16)?)
    }
}

// The client -----------------------------------------------------------------

struct Host {
    process: Child,
    input: ChildStdin,
    output: BufReader<ChildStdout>,
    last_id: u32,
}

impl Host {
    fn start(mayfly: &str, home: &str) -> Result<Host> {
        let mut process = Command::new(mayfly)
            .args(["host", "--stdio", "--home", home])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .spawn()?;
        let input = process.stdin.take().ok_or("no standard input")?;
        let output = BufReader::new(process.stdout.take().ok_or("no standard output")?);
        let mut host = Host { process, input, output, last_id: 0 };
        host.call("hello", r#""client":"rust example","versions":[1]"#)?;
        Ok(host)
    }

    /// Sends a request with these members of its parameters, and gives its result.
    fn call(&mut self, method: &str, parameters: &str) -> Result<Json> {
        self.last_id += 1;
        let id = self.last_id;
        writeln!(self.input, r#"{{"jsonrpc":"2.0","id":{id},"method":"{method}","params":{{{parameters}}}}}"#)?;
        let mut line = String::new();
        if self.output.read_line(&mut line)? == 0 {
            return Err("the host has ended".into());
        }
        let answer = Parser::parse(&line)?;
        if answer.get("id") != &Json::Number(f64::from(id)) {
            return Err(format!("another answer came: {line}").into());
        }
        match answer.get("error") {
            Json::Null => Ok(answer.get("result").clone()),
            error => Err(format!("{method}: {}", error.get("message").text()?).into()),
        }
    }

    /// The end of its input tells the host to close all.
    fn close(mut self) -> Result<()> {
        drop(self.input);
        let status = self.process.wait()?;
        if status.success() { Ok(()) } else { Err(format!("the host ended with {status}").into()) }
    }
}

fn main() -> Result<()> {
    let words: Vec<String> = std::env::args().collect();
    let option = |name: &str| {
        let place = words.iter().position(|word| word == name).ok_or(format!("{name} is missing"))?;
        words.get(place + 1).cloned().ok_or(format!("{name} has no value"))
    };
    let mut host = Host::start(&option("--mayfly")?, &option("--home")?)?;
    let opened = host.call("window.open", r#""conversation":"chat","device":"alice""#)?;
    let window = format!(r#""window":{}"#, quoted(opened.get("window").text()?));
    host.call("window.openExtension", &format!(r#"{window},"extension":"org.mayfly.tally""#))?;
    for control in ["plus", "plus", "plus", "stage"] {
        host.call("window.tap", &format!(r#"{window},"control":{},"by":"id""#, quoted(control)))?;
    }
    let look = host.call("window.look", &window)?;
    let draft = look.get("draft");
    println!("in the field: {}", draft.get("message").get("layout").get("caption").text()?);
    host.call("window.send", &format!(r#"{window},"draft":{}"#, quoted(draft.get("id").text()?)))?;
    let page = host.call("transcript.page", &window)?;
    for row in page.get("entries").list()? {
        println!("{}: {}", row.get("sender").text()?, row.get("delivery").text()?);
    }
    host.close()
}
