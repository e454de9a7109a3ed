"""What the tests of HTP in Python share: expectations that are collected, and the report at the end."""

failures = []


def expect(what, condition, seen=''):
    if not condition:
        failures.append(f'{what}: {seen!r}')


def report():
    """Prints what failed. Returns the exit status."""
    for failure in failures:
        print(failure)
    print('all right' if not failures else f'{len(failures)} failures')
    return 1 if failures else 0
