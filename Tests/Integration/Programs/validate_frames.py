"""Checks recorded frames of the host protocol against its OpenRPC document, with the jsonschema package.

Usage: validate_frames.py DOCUMENT FRAMES. FRAMES has one JSON object a line: {"sent": REQUEST} or {"received": ANSWER}.
Prints how many requests and answers of each method, and how many events of each kind, were checked, or what is wrong, and then exits with 1.
"""
import collections
import json
import sys

import jsonschema

document = json.load(open(sys.argv[1]))
methods = {method["name"]: method for method in document["methods"]}


def check(value, schema, what):
    whole = dict(schema, components=document["components"])
    error = jsonschema.exceptions.best_match(jsonschema.Draft202012Validator(whole).iter_errors(value))
    if error:
        sys.exit(f"{what}: {error.message} at {list(error.absolute_path)}")


def schemas():
    yield from document["components"]["schemas"].items()
    for name, method in methods.items():
        yield f"the result of {name}", method["result"]["schema"]
        for parameter in method["params"]:
            yield f"{name}, parameter {parameter['name']}", parameter["schema"]


# What the validator does not understand it would not check.
for what, schema in schemas():
    try:
        jsonschema.Draft202012Validator.check_schema(schema)
    except jsonschema.exceptions.SchemaError as error:
        sys.exit(f"{what}: {error.message}")


def constants(schema, name):
    """The values that alternatives give this member."""
    for alternative in schema["oneOf"]:
        for part in alternative["allOf"]:
            if "const" in part.get("properties", {}).get(name, {}):
                yield part["properties"][name]["const"]


errors = {error["data"]["name"]: error["code"] for error in document["components"]["errors"].values()}
kinds = set(constants(document["components"]["schemas"]["Event"], "event"))
seen = collections.Counter()
asked = {}
counts = collections.Counter()
for line in open(sys.argv[2]):
    frame = json.loads(line)
    if "sent" in frame:
        request = frame["sent"]
        method = methods[request["method"]]
        asked[request["id"]] = method
        known = {parameter["name"]: parameter for parameter in method["params"]}
        for name, value in request["params"].items():
            check(value, known[name]["schema"], f"{method['name']}, parameter {name}")
        for name, parameter in known.items():
            if parameter["required"] and name not in request["params"]:
                sys.exit(f"{method['name']}: the parameter {name} is missing")
    else:
        answer = frame["received"]
        method = asked.pop(answer["id"])
        if "result" in answer:
            check(answer["result"], method["result"]["schema"], f"the result of {method['name']}")
        else:
            error = answer["error"]
            name = error["data"]["name"]
            if errors.get(name) != error["code"] or not error["message"]:
                sys.exit(f"{method['name']}: the document has no such error: {error}")
        for event in answer.get("result", {}).get("events", []):
            seen[event["event"]] += 1
        counts[method["name"]] += 1
for name in sorted(counts):
    print(name, counts[name])
for kind in sorted(seen):
    print("event", kind, seen[kind])
print("not seen:", ", ".join(sorted(kinds - set(seen))))
missing = sorted(set(methods) - set(counts))
print("not checked:", ", ".join(missing) if missing else "none")
