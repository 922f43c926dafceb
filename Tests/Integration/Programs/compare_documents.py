"""Checks that a newer OpenRPC document of the host protocol has all that clients of an older one rely on.

Usage: compare_documents.py OLDER NEWER. Every method, result member, enum value and error must still be there with the same type, and no
parameter may be required that was not. Prints what is missing, and then exits with 1.
"""
import json
import sys

older, newer = (json.load(open(path)) for path in sys.argv[1:3])


def schema(document, value):
    while "$ref" in value:
        value = document["components"]["schemas"][value["$ref"].rsplit("/", 1)[1]]
    return value


def problems(old, new, place, is_result):
    """What a client that relies on `old` does not find in `new`."""
    old, new = schema(older, old), schema(newer, new)
    for name in ("type", "const", "minimum", "maximum"):
        is_kept = old.get(name) == new.get(name)
        if name in ("minimum", "maximum") and not is_kept:
            # A parameter may take more than before.
            is_kept = not is_result and name in old and (name not in new or (new[name] < old[name]) == (name == "minimum"))
        if not is_kept:
            yield f"{place}: {name} was {old.get(name)}, and is {new.get(name)}"
    for value in old.get("enum", []):
        if value not in new.get("enum", [value]):
            yield f"{place}: {value} is gone"
    for name, member in old.get("properties", {}).items():
        if name not in new.get("properties", {}):
            yield f"{place}.{name} is gone"
        else:
            yield from problems(member, new["properties"][name], f"{place}.{name}", is_result)
    lost = set(old.get("required", [])) - set(new.get("required", []))
    added = set(new.get("required", [])) - set(old.get("required", []))
    for name in sorted(lost if is_result else added):
        yield f"{place}.{name}: whether it is required has changed"
    for name in ("items", "additionalProperties"):
        if name in old:
            if name not in new:
                yield f"{place}: {name} is gone"
            else:
                yield from problems(old[name], new[name], f"{place}[]", is_result)
    for name in ("allOf", "anyOf", "oneOf"):
        for number, part in enumerate(old.get(name, [])):
            tried = [list(problems(part, other, f"{place}/{number}", is_result)) for other in new.get(name, [])]
            if [] not in tried:
                yield from min(tried, key=len, default=[f"{place}: {name} is gone"])


def all_problems():
    methods = {method["name"]: method for method in newer["methods"]}
    for method in older["methods"]:
        name = method["name"]
        if name not in methods:
            yield f"{name} is gone"
            continue
        now = {parameter["name"]: parameter for parameter in methods[name]["params"]}
        before = {parameter["name"]: parameter for parameter in method["params"]}
        for parameter in sorted(set(before) - set(now)):
            yield f"{name}: the parameter {parameter} is gone"
        for parameter, value in now.items():
            if value.get("required") and not before.get(parameter, {}).get("required"):
                yield f"{name}: the parameter {parameter} is required now"
            if parameter in before:
                yield from problems(before[parameter]["schema"], value["schema"], f"{name}({parameter})", False)
        yield from problems(method["result"]["schema"], methods[name]["result"]["schema"], name, True)
    errors = [(error["code"], error.get("data")) for error in newer["components"]["errors"].values()]
    for error in older["components"]["errors"].values():
        if (error["code"], error.get("data")) not in errors:
            yield f"the error {error} is gone"


found = list(all_problems())
print("\n".join(found))
sys.exit(1 if found else 0)
