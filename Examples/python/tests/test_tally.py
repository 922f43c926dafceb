"""Tests of the sample Tally with the fixtures of mayfly_pytest, and of the fixtures themselves.

    PYTHONPATH=$PWD/.. pytest -p mayfly_pytest -p pytester --mayfly PROGRAM --mayfly-bundle PATH/TO/Tally.mayfly
"""

import os

import mayfly_pytest
import pytest
from mayfly_client import MayflyError

TALLY = "org.mayfly.tally"


def count_to(person, number):
    person.open(TALLY)
    for _ in range(number):
        person.tap("plus")
    person.tap("stage")
    person.wait_for_field(f"Tally: {number}")


def test_two_people_count_together(mayfly_conversation):
    alice, bob = mayfly_conversation.people
    count_to(alice, 2)
    alice.send()
    bob.wait_for_row("alice: [Tally] Tally: 2")
    bob.tap_row(1)
    bob.wait_for_view("2")
    bob.tap("plus")
    bob.tap("stage")
    bob.send()
    alice.wait_for_row("Tally: 3")
    assert alice.rows[-1].startswith("bob: ")


def test_a_wait_in_vain_says_what_is_there(mayfly_conversation):
    alice = mayfly_conversation.person("alice")
    alice.type("Hello")
    with pytest.raises(AssertionError, match="not: the field has 'Bye'; there is 'Hello'"):
        alice.wait_for_field("Bye", timeout=0.1)


def test_every_test_has_a_home_of_its_own(mayfly_conversation):
    alice = mayfly_conversation.person("alice")
    assert alice.rows == [] and alice.field == ""
    alice.open(TALLY)
    assert "0" in alice.view


def test_an_end_has_its_receipt(mayfly_conversation):
    alice = mayfly_conversation.person("alice")
    alice.open(TALLY)
    alice.leave()
    assert [receipt["cause"] for receipt in mayfly_conversation.home.receipts()] == ["finished"]


def test_the_command_works_in_the_same_home(mayfly_home):
    mayfly_home.run("device", "create", "carol")
    assert "carol" in mayfly_home.run("device", "list")
    with pytest.raises(AssertionError, match="status 1"):
        mayfly_home.run("device", "create", "carol")


def test_an_unknown_extension_is_an_error_of_the_host(mayfly_conversation):
    with pytest.raises(MayflyError):
        mayfly_conversation.person("bob").open("org.example.none")
    with pytest.raises(LookupError, match="alice"):
        mayfly_conversation.person("carol")


def test_nothing_is_left_of_a_test_that_fails(pytester, pytestconfig, monkeypatch, tmp_path):
    """A test with the fixtures fails, and the folder of its home and its host are gone."""
    trace = tmp_path / "trace"
    monkeypatch.setenv("PYTHONPATH", os.path.dirname(os.path.abspath(mayfly_pytest.__file__)))
    pytester.makepyfile(
        f"""
        def test_fails(mayfly_conversation):
            home = mayfly_conversation.home
            mayfly_conversation.person("alice").open("{TALLY}")
            open({str(trace)!r}, "w").write(f"{{home.path}} {{home.host._process.pid}}")
            assert False
        """
    )
    bundles = [f"--mayfly-bundle={os.path.abspath(one)}" for one in pytestconfig.getoption("--mayfly-bundle")]
    done = pytester.runpytest_subprocess("-p", "mayfly_pytest", f"--mayfly={pytestconfig.getoption('--mayfly')}", *bundles)
    done.assert_outcomes(failed=1)
    home, process = trace.read_text().split()
    assert not os.path.exists(home)
    assert not os.path.exists(f"/proc/{process}")
