"""Four float64 side by side in one cell of a matrix: what is loaded, stored and rearranged together.

Arithmetic, minima and choices between quads are those of ``lanes``.
"""

from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.core import cgutils

from radot_fast.kernels.toolchain.lanes import quad_type, spread

intrinsic: Any = extending.intrinsic  # what it makes is called without the typing context

_I32, _I64 = ir.IntType(32), ir.IntType(64)


def _quad_address(builder, data, cell):
    """Pointer to the four numbers from an element on."""
    kind = ir.VectorType(data.type.pointee, 4)
    return builder.bitcast(builder.gep(data, [cell]), kind.as_pointer())


@intrinsic
def load_quad(typing_context, array, cell):
    """Four numbers from an element of an array on, as float64; row by row if it has more than one dimension."""

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        quad = builder.load(_quad_address(builder, data, arguments[1]))
        quad.align = array.dtype.bitwidth // 8
        return quad if array.dtype == types.float64 else builder.sitofp(quad, quad_type.vector)

    return quad_type(array, types.intp), generate


@intrinsic
def store_quad(typing_context, array, cell, quad):
    """Set four numbers from an element of a float64 array on."""

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        builder.store(arguments[2], _quad_address(builder, data, arguments[1])).align = 8
        return context.get_dummy_value()

    return types.void(array, types.intp, quad_type), generate


@intrinsic
def make_quad(typing_context, a, b, c, d):
    """Quad of four numbers."""

    def generate(context, builder, signature, arguments):
        quad = ir.Constant(quad_type.vector, ir.Undefined)
        for lane, number in enumerate(arguments):
            quad = builder.insert_element(quad, number, ir.Constant(_I32, lane))
        return quad

    return quad_type(*[types.float64] * 4), generate


@intrinsic
def spread_quad(typing_context, number):
    """Quad with the number in every lane."""
    return quad_type(types.float64), lambda context, builder, signature, arguments: spread(
        builder, arguments[0], quad_type.vector
    )


@intrinsic
def add_up(typing_context, quad):
    """Sum of the four lanes, from the first to the last."""

    def generate(context, builder, signature, arguments):
        first, *others = (builder.extract_element(arguments[0], ir.Constant(_I32, lane)) for lane in range(4))
        for number in others:
            first = builder.fadd(first, number)
        return first

    return types.float64(quad_type), generate


def picker(*order):
    """Make a function that picks lanes of two quads: 0 to 3 are the first's, 4 to 7 the second's."""

    @intrinsic
    def pick(typing_context, x, y):
        mask = ir.Constant(ir.VectorType(_I32, 4), order)
        return x(x, y), lambda context, builder, signature, arguments: builder.shuffle_vector(*arguments, mask)

    return pick


@intrinsic
def split_counters(typing_context, words, wide, target):
    """Counters of four words, side by side: those of eight bits or, where ``wide``, of 32 bits, to ``target``."""

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
