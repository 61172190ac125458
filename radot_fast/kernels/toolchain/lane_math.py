"""exp and log of eight float64 at once, of polynomials and of the bits of a float.

A relative error e in K = exp(−D / eps) is a change of the costs by eps·e. The objective is eps-strongly convex in the
L1 norm of the plan (Pinsker), so a plan of mass 1 moves by at most e: 1e-13 here, far below the tolerance. So the
exponential spends nothing on its last two digits.
"""

from typing import Any

from llvmlite import ir
from numba import extending, njit

from radot_fast.kernels.toolchain.lanes import LANES, VECTOR, lane_type, vfma, vmax, vmin, vsplat, vwhere_less

intrinsic: Any = extending.intrinsic  # what it makes is called without the typing context

_BITS = ir.VectorType(ir.IntType(64), LANES)

SHIFTER = 6755399441055744.0
"""1.5·2^52: adding it rounds to a whole number and leaves that in the low bits."""
BIAS = 1023
LARGEST = 865.0
"""2^±865 is e^±600: products of a few such scalings and masses stay above the floor of 1e-300."""
LOG2_E, LN_2 = 1.4426950408889634, 0.6931471805599453


def _all_lanes(value):
    return ir.Constant(_BITS, [value] * LANES)


@intrinsic
def _low_bits_to_exponent(typing_context, x):
    """2**k of x = SHIFTER + BIAS + k, for whole k in [-1022, 1023]."""

    def generate(context, builder, signature, arguments):
        bits = builder.bitcast(arguments[0], _BITS)
        return builder.bitcast(builder.shl(bits, _all_lanes(52)), VECTOR)

    return lane_type(lane_type), generate


@intrinsic
def _mantissa(typing_context, x):
    """Mantissa in [1, 2) of a normal positive number."""

    def generate(context, builder, signature, arguments):
        bits = builder.and_(builder.bitcast(arguments[0], _BITS), _all_lanes((1 << 52) - 1))
        return builder.bitcast(builder.or_(bits, _all_lanes(BIAS << 52)), VECTOR)

    return lane_type(lane_type), generate


def _high_bits_as_float(builder, x, shift):
    """2^52 + (the bits of x without the last ``shift``): AVX2 has no conversion of 64-bit integers."""
    bits = builder.lshr(builder.bitcast(x, _BITS), _all_lanes(shift))
    return builder.bitcast(builder.or_(bits, _all_lanes(0x433 << 52)), VECTOR)


@intrinsic
def _exponent_bits(typing_context, x):
    """2^52 + exponent + BIAS of a normal positive number."""
    return lane_type(lane_type), lambda context, builder, signature, arguments: _high_bits_as_float(
        builder, arguments[0], 52
    )


@intrinsic
def _upper_bits(typing_context, x):
    """2^52 + (exponent + BIAS + mantissa − 1)·2^32, to the whole, of a normal positive number."""
    return lane_type(lane_type), lambda context, builder, signature, arguments: _high_bits_as_float(
        builder, arguments[0], 20
    )


# Smallest largest relative error of degree 9 to 2^r for |r| ≤ 1/2, by Remez exchange: 1.4e-14.
_C0, _C1, _C2 = 1.0000000000000127, 0.693147180559871, 0.24022650695649655
_C3, _C4, _C5 = 0.05550410866868515, 0.00961812919206659, 0.00133335576176754
_C6, _C7, _C8 = 0.0001540343494852222, 1.5252984798658376e-05, 1.325940551832952e-06
_C9 = 1.0150344092361341e-07


@njit(forceinline=True)
def vexp2(x):
    """2**x to 1.4e-14 relative; x is clipped to [-LARGEST, LARGEST], a NaN stays one.

    x = k + r with k whole: the subtraction is exact, and no product with ln 2 has to be rounded.
    """
    x = vmax(vsplat(-LARGEST), vmin(vsplat(LARGEST), x))
    k = x + (SHIFTER + BIAS)
    r = x - (k - (SHIFTER + BIAS))
    r2 = r * r
    even = vfma(vfma(vsplat(_C8), r2, vsplat(_C6)), r2, vsplat(_C4))
    odd = vfma(vfma(vsplat(_C9), r2, vsplat(_C7)), r2, vsplat(_C5))
    even = vfma(vfma(even, r2, vsplat(_C2)), r2, vsplat(_C0))
    odd = vfma(vfma(odd, r2, vsplat(_C3)), r2, vsplat(_C1))
    return vfma(odd, r, even) * _low_bits_to_exponent(k)


@njit(forceinline=True)
def vexp(x):
    """exp(x) to 1.5e-14 + 1.2e-16·abs(x) relative; x is clipped to ±600, a NaN stays one."""
    return vexp2(x * LOG2_E)


@njit(forceinline=True)
def vexp_roughly(x):
    """Positive, and exp(x) up to the third order: (1 + x/16 + (x/16)²/2)^16, for steps that need no more."""
    x = x * 0.0625
    y = vfma(vfma(x, vsplat(0.5), vsplat(1.0)), x, vsplat(1.0))
    y = y * y
    y = y * y
    y = y * y
    return y * y


@njit(forceinline=True)
def vlog_roughly(x):
    """Straight lines between the powers of two and their logarithms: at most log(x), at least log(x) − 0.06."""
    return (_upper_bits(x) - (2.0**52 + BIAS * 2.0**32)) * (LN_2 / 2.0**32)


@njit(forceinline=True)
def vlog(x):
    """log(x) in every lane, of normal positive numbers: exponent·ln 2 + 2·artanh((m − 1) / (m + 1))."""
    m, e = _mantissa(x), _exponent_bits(x) - (2.0**52 + BIAS)
    root = vsplat(1.4142135623730951)
    e = e + vwhere_less(m, root, vsplat(0.0), vsplat(1.0))
    m = m * vwhere_less(m, root, vsplat(1.0), vsplat(0.5))
    s = (m - 1.0) / (m + 1.0)
    z = s * s
    p = vfma(vsplat(1 / 19), z, vsplat(1 / 17))
    p = vfma(p, z, vsplat(1 / 15))
    p = vfma(p, z, vsplat(1 / 13))
    p = vfma(p, z, vsplat(1 / 11))
    p = vfma(p, z, vsplat(1 / 9))
    p = vfma(p, z, vsplat(1 / 7))
    p = vfma(p, z, vsplat(1 / 5))
    p = vfma(p, z, vsplat(1 / 3))
    p = vfma(p, z, vsplat(1.0))
    return vfma(e, vsplat(LN_2), (s + s) * p)
