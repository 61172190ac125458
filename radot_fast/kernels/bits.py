"""Population count of a 64-bit word: one machine instruction, which Numba does not offer."""

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.extending import overload

intrinsic: Any = extending.intrinsic  # what it makes is called without the typing context


def popcount(word):
    """Number of set bits of a uint64."""
    return int(word).bit_count()


@intrinsic
def _popcount(typing_context, word):
    """Call LLVM's ctpop."""

    def generate(context, builder, signature, arguments):
        word_type = ir.IntType(64)
        name = "llvm.ctpop.i64"
        function = builder.module.globals.get(name)
        if function is None:
            function = ir.Function(builder.module, ir.FunctionType(word_type, [word_type]), name)
        return builder.call(function, arguments)

    return types.int64(types.uint64), generate


@overload(popcount, inline="always")
def _compiled_popcount(word):
    return lambda word: _popcount(word)
