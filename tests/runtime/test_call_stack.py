"""Work in Python takes as long from every depth of the caller's stack."""

import inspect
import subprocess
import sys

import pytest

from radot_fast.runtime.call_stack import with_room_to_call

COUNT = """
import resource, sys
from radot_fast.runtime.call_stack import with_room_to_call

def leaf():
    return 1

def work():
    for _ in range(2_000):
        leaf()

def at(depth, function):
    return function() if depth == 0 else at(depth - 1, function)

def faults(function):
    before = resource.getrusage(resource.RUSAGE_SELF).ru_minflt
    function()
    return resource.getrusage(resource.RUSAGE_SELF).ru_minflt - before

function = with_room_to_call(work) if sys.argv[1] == "roomy" else work
print(max(faults(lambda: at(depth, function)) for depth in range(200)))
"""


def most_faults(how):
    """Most page faults of 2,000 calls, over 200 depths: each piece of the stack that is mapped anew is one."""
    done = subprocess.run([sys.executable, "-c", COUNT, how], capture_output=True, text=True, check=True)
    return int(done.stdout)


@pytest.mark.skipif(sys.platform != "linux", reason="counts page faults")
def test_no_depth_maps_the_stack_anew_for_every_call():
    assert most_faults("roomy") < 100
    if sys.version_info < (3, 13):  # mended in late releases of 3.13
        assert most_faults("plain") > 1_000


def test_results_errors_and_signature_stay():
    @with_room_to_call
    def divided(a: int, *, by: int = 2) -> float:
        """Docstring."""
        return a / by

    assert divided(3) == 1.5
    assert divided(3, by=3) == 1.0
    assert str(inspect.signature(divided)) == "(a: int, *, by: int = 2) -> float"
    assert divided.__doc__ == "Docstring."
    with pytest.raises(ZeroDivisionError):
        divided(1, by=0)


def test_deep_recursion_still_ends_in_pythons_own_error():
    @with_room_to_call
    def deeper(n):
        return deeper(n + 1)

    with pytest.raises(RecursionError):
        deeper(0)
