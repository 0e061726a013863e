"""What the programs of this folder share: where the services listen, and how a check is counted."""

import os
import sys

passed, failed = 0, 0


def code_of(error):
    """The status and the code of a refusal, as the libraries of Azure and of Amazon tell them."""
    if isinstance(getattr(error, "response", None), dict):
        return error.response["ResponseMetadata"]["HTTPStatusCode"], error.response["Error"]["Code"]
    code = getattr(error, "error_code", None)
    return getattr(error, "status_code", None), getattr(code, "value", code)


def check(name, call, want=None, refused=None):
    """One check: the call gives `want` (a value, or what says so of one), or is refused with (status, code)."""
    global passed, failed
    try:
        got = call()
        if refused is not None:
            raise AssertionError(f"{got!r:.200}, wanted a refusal {refused}")
        if want is not None and not (want(got) if callable(want) else got == want):
            raise AssertionError(f"{got!r:.200}, wanted {want!r:.200}")
        passed += 1
        return got
    except Exception as error:  # whatever a library raises is told
        if refused is not None and code_of(error) == tuple(refused):
            passed += 1
            return None
        failed += 1
        text = str(error).splitlines()[0] if str(error) else ""
        print(f"{name} fails: {type(error).__name__} {code_of(error)} {text:.200}")
        return None


def done(title):
    """Says how many checks passed; the exit status says whether all did."""
    print(f"python: {title}: {passed} passed, {failed} failed")
    sys.exit(1 if failed else 0)


def connection():
    return os.environ["AZURE_STORAGE_CONNECTION_STRING"]
