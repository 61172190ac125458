"""A vector of eight float64 for Numba: eight pairs of equal shape, one in each lane.

Numba's loop vectorizer does not help matrices of 3 to 12 rows, so the lanes run across pairs. LLVM turns
``<8 x double>`` into AVX-512, AVX2, SSE2 or NEON. All operations are elementwise: what one lane holds never changes
a bit of another. An array of vectors is a flat float64 array; vector k lies at ``8 * k``.

The type rests on ``numba.extending`` and LLVM intermediate code. Where that cannot be compiled (another LLVM, another
machine), and interpreted, the scalar kernels take over (``available``).
"""

import operator
from typing import Any

from llvmlite import ir
from numba import extending, types
from numba.extending import lower_builtin, models, register_model, type_callable

from radot_fast.kernels.toolchain.jit import COMPILED, log

intrinsic: Any = extending.intrinsic  # what it makes is called without the typing context

LANES = 8
_state = {"available": COMPILED}


def available() -> bool:
    """Whether kernels may use the vector type: not interpreted, and not after it could not be compiled."""
    return _state["available"]


def give_up(error: Exception) -> None:
    """Leave the vector type for the rest of the process, with one line on the log."""
    _state["available"] = False
    reason = str(error).strip().partition("\n")[0] or type(error).__name__
    log.warning("kernels: the 8-lane vector type cannot be compiled here (%s); using the scalar ones", reason)


_F64, _I64, _I32 = ir.DoubleType(), ir.IntType(64), ir.IntType(32)
VECTOR = ir.VectorType(_F64, LANES)


class LaneType(types.Type):
    """Numba type of a vector of float64."""

    def __init__(self, count):
        super().__init__(name=f"Lanes{count}xfloat64")
        self.vector = ir.VectorType(_F64, count)


lane_type, vector4_type = LaneType(LANES), LaneType(4)
"""A pair a lane; and four numbers that stand side by side (``vector4``)."""


@register_model(LaneType)
class _LaneModel(models.PrimitiveModel):
    def __init__(self, manager, numba_type):
        super().__init__(manager, numba_type, numba_type.vector)


def spread(builder, scalar, vector=VECTOR):
    """Vector with the scalar in every lane."""
    first = builder.insert_element(ir.Constant(vector, ir.Undefined), scalar, ir.Constant(_I32, 0))
    zeros = ir.Constant(ir.VectorType(_I32, vector.count), [0] * vector.count)
    return builder.shuffle_vector(first, ir.Constant(vector, ir.Undefined), zeros)


def _define_arithmetic(op, instruction):
    """Make ``op`` work between vectors, and between a vector and a float64."""

    @type_callable(op)
    def typed(context):
        def result(x, y):
            vectors = {t for t in (x, y) if t != types.float64}
            return vectors.pop() if len(vectors) == 1 and vectors <= {lane_type, vector4_type} else None

        return result

    def lowered(context, builder, signature, operands):
        pairs, vector = zip(signature.args, operands, strict=True), signature.return_type.vector
        return getattr(builder, instruction)(
            *(spread(builder, v, vector) if t == types.float64 else v for t, v in pairs)
        )

    for operands in ((LaneType, LaneType), (LaneType, types.Float), (types.Float, LaneType)):
        lower_builtin(op, *operands)(lowered)


for _op, _instruction in (
    (operator.add, "fadd"),
    (operator.sub, "fsub"),
    (operator.mul, "fmul"),
    (operator.truediv, "fdiv"),
):
    _define_arithmetic(_op, _instruction)


def _address(context, builder, array_type, array, index):
    """Pointer to vector ``index`` of a flat float64 array."""
    return _cell_address(context, builder, array_type, array, builder.mul(index, ir.Constant(_I64, LANES)))


def _cell_address(context, builder, array_type, array, cell):
    """Pointer to the vector that starts at an element of a float64 array."""
    data = context.make_array(array_type)(context, builder, array).data
    return builder.bitcast(builder.gep(data, [cell]), VECTOR.as_pointer())


@intrinsic
def vload(typing_context, array, index):
    """Vector ``index`` of a flat array."""

    def generate(context, builder, signature, arguments):
        vector = builder.load(_address(context, builder, signature.args[0], *arguments))
        vector.align = 8
        return vector

    return lane_type(array, types.intp), generate


@intrinsic
def vload_cells(typing_context, array, cell):
    """Vector that starts at an element of a flat array."""

    def generate(context, builder, signature, arguments):
        vector = builder.load(_cell_address(context, builder, signature.args[0], *arguments))
        vector.align = 8
        return vector

    return lane_type(array, types.intp), generate


@intrinsic
def vstore(typing_context, array, index, vector):
    """Set vector ``index`` of a flat array."""

    def generate(context, builder, signature, arguments):
        address = _address(context, builder, signature.args[0], *arguments[:2])
        builder.store(arguments[2], address).align = 8
        return context.get_dummy_value()

    return types.void(array, types.intp, lane_type), generate


@intrinsic
def vsplat(typing_context, scalar):
    """Vector with the scalar in every lane."""
    return lane_type(types.float64), lambda context, builder, signature, arguments: spread(builder, arguments[0])


def _call(builder, name, arguments):
    """Call an LLVM function of vectors."""
    function = builder.module.globals.get(name)
    if function is None:
        function = ir.Function(builder.module, ir.FunctionType(VECTOR, [VECTOR] * len(arguments)), name)
    return builder.call(function, arguments)


@intrinsic
def vfma(typing_context, x, y, z):
    """x·y + z, fused where the machine can."""
    return lane_type(lane_type, lane_type, lane_type), lambda context, builder, signature, arguments: _call(
        builder, "llvm.fmuladd.v8f64", arguments
    )


@intrinsic
def vabs(typing_context, x):
    """Absolute value."""
    return lane_type(lane_type), lambda context, builder, signature, arguments: _call(
        builder, "llvm.fabs.v8f64", arguments
    )


@intrinsic
def vsqrt(typing_context, x):
    """Square root."""
    return lane_type(lane_type), lambda context, builder, signature, arguments: _call(
        builder, "llvm.sqrt.v8f64", arguments
    )


@intrinsic
def vmax(typing_context, x, y):
    """Larger of x and y; y where either is NaN."""

    def generate(context, builder, signature, arguments):
        return builder.select(builder.fcmp_ordered(">", *arguments), *arguments)

    return x(x, y), generate


@intrinsic
def vmin(typing_context, x, y):
    """Smaller of x and y; y where either is NaN."""

    def generate(context, builder, signature, arguments):
        return builder.select(builder.fcmp_ordered("<", *arguments), *arguments)

    return x(x, y), generate


@intrinsic
def vwhere_equal(typing_context, x, y, then, otherwise):
    """``then`` in the lanes where x = y, ``otherwise`` in the rest."""

    def generate(context, builder, signature, arguments):
        return builder.select(builder.fcmp_ordered("==", *arguments[:2]), *arguments[2:])

    return x(x, y, then, otherwise), generate


@intrinsic
def vwhere_less(typing_context, x, y, then, otherwise):
    """``then`` in the lanes where x < y, ``otherwise`` in the rest."""

    def generate(context, builder, signature, arguments):
        return builder.select(builder.fcmp_ordered("<", *arguments[:2]), *arguments[2:])

    return x(x, y, then, otherwise), generate


@intrinsic
def vany_less(typing_context, x, y):
    """Whether x < y in any lane."""

    def generate(context, builder, signature, arguments):
        mask = builder.bitcast(builder.fcmp_ordered("<", *arguments), ir.IntType(LANES))
        return builder.icmp_unsigned("!=", mask, ir.Constant(ir.IntType(LANES), 0))

    return types.boolean(lane_type, lane_type), generate


def _transpose(builder, rows):
    """Rows of an 8 × 8 matrix in registers, transposed in three butterfly stages."""
    for stage in (1, 2, 4):
        turned = [None] * LANES
        for i in range(LANES):
            if i & stage:
                continue
            low = [k if not k & stage else (k ^ stage) + LANES for k in range(LANES)]
            high = [k | stage if not k & stage else k + LANES for k in range(LANES)]
            for target, order in ((i, low), (i | stage, high)):
                mask = ir.Constant(ir.VectorType(_I32, LANES), order)
                turned[target] = builder.shuffle_vector(rows[i], rows[i | stage], mask)
        rows = turned
    return rows


@intrinsic
def prefetch(typing_context, array, cell):
    """Ask for the cache line of an element of a float64 array."""

    def generate(context, builder, signature, arguments):
        data = context.make_array(signature.args[0])(context, builder, arguments[0]).data
        line = builder.bitcast(builder.gep(data, [arguments[1]]), ir.IntType(8).as_pointer())
        kind = ir.FunctionType(ir.VoidType(), [line.type, _I32, _I32, _I32])
        name = "llvm.prefetch.p0"
        function = builder.module.globals.get(name) or ir.Function(builder.module, kind, name)
        builder.call(function, [line, _I32(0), _I32(3), _I32(1)])
        return context.get_dummy_value()

    return types.void(array, types.intp), generate


@intrinsic
def gather_rows(typing_context, source, starts, first, target, index):
    """Vectors ``index + r`` of target take ``source[starts[l] + first + r]`` in lane l, for r in 0..7."""

    def generate(context, builder, signature, arguments):
        kinds, (source, starts, first, target, index) = signature.args, arguments
        offsets = context.make_array(kinds[1])(context, builder, starts).data
        rows = []
        for lane in range(LANES):
            start = builder.add(builder.load(builder.gep(offsets, [ir.Constant(_I64, lane)])), first)
            rows.append(builder.load(_cell_address(context, builder, kinds[0], source, start)))
            rows[-1].align = 8
        for r, row in enumerate(_transpose(builder, rows)):
            place = builder.add(index, ir.Constant(_I64, r))
            builder.store(row, _address(context, builder, kinds[3], target, place)).align = 8
        return context.get_dummy_value()

    return types.void(source, starts, types.intp, target, types.intp), generate


@intrinsic
def scatter_rows(typing_context, source, index, target, starts, first):
    """``target[starts[l] + first + r]`` takes lane l of vector ``index + r`` of source, for r in 0..7."""

    def generate(context, builder, signature, arguments):
        kinds, (source, index, target, starts, first) = signature.args, arguments
        offsets = context.make_array(kinds[3])(context, builder, starts).data
        rows = []
        for r in range(LANES):
            place = builder.add(index, ir.Constant(_I64, r))
            rows.append(builder.load(_address(context, builder, kinds[0], source, place)))
            rows[-1].align = 8
        for lane, row in enumerate(_transpose(builder, rows)):
            start = builder.add(builder.load(builder.gep(offsets, [ir.Constant(_I64, lane)])), first)
            builder.store(row, _cell_address(context, builder, kinds[2], target, start)).align = 8
        return context.get_dummy_value()

    return types.void(source, types.intp, target, starts, types.intp), generate
