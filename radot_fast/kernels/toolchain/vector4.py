"""Four float64 side by side in one cell of a matrix: what is loaded, stored and rearranged together.

Arithmetic, minima and choices between vectors are those of ``lanes``.
"""

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils

from radot_fast.kernels.toolchain.lanes import spread, vector4_type

intrinsic: Any = extending.intrinsic  # what it makes is called without the typing context

_I32, _I64 = ir.IntType(32), ir.IntType(64)


def _address(builder, data, cell):
    """Pointer to the four numbers from an element on."""
    kind = ir.VectorType(data.type.pointee, 4)
    return builder.bitcast(builder.gep(data, [cell]), kind.as_pointer())


@intrinsic
def load4(typing_context, array, cell):
    """Four numbers from an element of an array on, as float64; row by row if it has more than one dimension."""

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        vector = builder.load(_address(builder, data, arguments[1]))
        vector.align = array.dtype.bitwidth // 8
        return vector if array.dtype == types.float64 else builder.sitofp(vector, vector4_type.vector)

    return vector4_type(array, types.intp), generate


@intrinsic
def store4(typing_context, array, cell, vector):
    """Set four numbers from an element of a float64 array on."""

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        builder.store(arguments[2], _address(builder, data, arguments[1])).align = 8
        return context.get_dummy_value()

    return types.void(array, types.intp, vector4_type), generate


@intrinsic
def make4(typing_context, a, b, c, d):
    """Vector of four numbers."""

    def generate(context, builder, signature, arguments):
        vector = ir.Constant(vector4_type.vector, ir.Undefined)
        for lane, number in enumerate(arguments):
            vector = builder.insert_element(vector, number, ir.Constant(_I32, lane))
        return vector

    return vector4_type(*[types.float64] * 4), generate


@intrinsic
def spread4(typing_context, number):
    """Vector with the number in every lane."""
    return vector4_type(types.float64), lambda context, builder, signature, arguments: spread(
        builder, arguments[0], vector4_type.vector
    )


@intrinsic
def add_up(typing_context, vector):
    """Sum of the four lanes, from the first to the last."""

    def generate(context, builder, signature, arguments):
        first, *others = (builder.extract_element(arguments[0], ir.Constant(_I32, lane)) for lane in range(4))
        for number in others:
            first = builder.fadd(first, number)
        return first

    return types.float64(vector4_type), generate


def picker(*order):
    """Make a function that picks lanes of two vectors: 0 to 3 are the first's, 4 to 7 the second's."""

    @intrinsic
    def pick(typing_context, x, y):
        mask = ir.Constant(ir.VectorType(_I32, 4), order)
        return x(x, y), lambda context, builder, signature, arguments: builder.shuffle_vector(*arguments, mask)

    return pick


@intrinsic
def split_counters(typing_context, words, wide, target):
    """Unpack the counters of four words into ``target``: counters of 8 bits, or of 32 bits if ``wide``."""

    def generate(context, builder, signature, arguments):
        words, wide, target = arguments
        data = context.make_array(signature.args[2])(context, builder, target).data
        block = ir.Constant(ir.VectorType(_I64, 4), ir.Undefined)
        for k, word in enumerate(cgutils.unpack_tuple(builder, words, 4)):
            block = builder.insert_element(block, word, ir.Constant(_I32, k))
        with builder.if_else(builder.trunc(wide, ir.IntType(1))) as (two, eight):
            for branch, bits in ((two, 32), (eight, 8)):
                with branch:
                    count = 64 // bits
                    counters = builder.bitcast(block, ir.VectorType(ir.IntType(bits), 4 * count))
                    order = [word * count + k for k in range(count) for word in range(4)]
                    turned = builder.shuffle_vector(
                        counters, counters, ir.Constant(ir.VectorType(_I32, 4 * count), order)
                    )
                    kind = ir.VectorType(_I32, 4 * count)
                    turned = builder.zext(turned, kind) if bits < 32 else turned
                    builder.store(turned, builder.bitcast(data, kind.as_pointer())).align = 4
        return context.get_dummy_value()

    return types.void(words, types.boolean, target), generate
