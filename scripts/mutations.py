"""The changes that ``mutants.py`` makes to code: operators, constants, conditions, arguments, statements."""

from __future__ import annotations

import ast
import copy
from collections.abc import Iterator

COMPARISONS = {
    ast.Lt: (ast.LtE, ast.GtE), ast.LtE: (ast.Lt, ast.Gt), ast.Gt: (ast.GtE, ast.LtE), ast.GtE: (ast.Gt, ast.Lt),
    ast.Eq: (ast.NotEq,), ast.NotEq: (ast.Eq,), ast.Is: (ast.IsNot,), ast.IsNot: (ast.Is,),
    ast.In: (ast.NotIn,), ast.NotIn: (ast.In,),
}  # fmt: skip
ARITHMETIC = {
    ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult, ast.FloorDiv: ast.Mult, ast.Mod: ast.Mult,
    ast.Pow: ast.Mult, ast.BitAnd: ast.BitOr, ast.BitOr: ast.BitAnd, ast.BitXor: ast.BitAnd,
    ast.LShift: ast.RShift, ast.RShift: ast.LShift,
}  # fmt: skip
TWINS = {
    "min": "max", "minimum": "maximum", "argmin": "argmax", "any": "all", "floor": "ceil", "zeros": "ones",
    "any_horizontal": "all_horizontal", "min_horizontal": "max_horizontal", "first": "last", "head": "tail",
    "is_null": "is_not_null", "cumsum": "cumprod", "logical_or": "logical_and", "isfinite": "isnan",
}  # fmt: skip
TWINS |= {b: a for a, b in TWINS.items()} | {"sum": "max"}
UNORDERED = {"isinstance", "min", "max", "np.minimum", "np.maximum", "np.array_equal", "zip"}
SILENT = {"warning", "warn", "info", "debug", "error"}  # calls that only say something


def left_out(node: ast.AST, field: str) -> bool:
    """Fields that hold no computation: annotations, decorators, bases of classes."""
    return field in {"annotation", "returns", "decorator_list", "bases", "keywords", "type_params"} and not (
        field == "keywords" and isinstance(node, ast.Call)
    )


def skipped(node: ast.AST) -> bool:
    """Nodes of which nothing is changed: text, what is raised or only said, imports, asserts, type checks.

    The ``strict`` of a zip asserts that lengths are equal.
    """
    if isinstance(node, ast.keyword) and node.arg == "strict":
        return True
    if isinstance(node, ast.Raise | ast.Import | ast.ImportFrom | ast.Assert | ast.JoinedStr | ast.Global):
        return True
    if isinstance(node, ast.If) and "TYPE_CHECKING" in ast.unparse(node.test):
        return True
    if isinstance(node, ast.If) and node.body and isinstance(node.body[-1], ast.Raise) and not node.orelse:
        return False
    if isinstance(node, ast.Assign) and any(ast.unparse(t) in {"__all__", "log"} for t in node.targets):
        return True
    if isinstance(node, ast.Expr):
        call = node.value
        if isinstance(call, ast.Constant):
            return True
        return isinstance(call, ast.Call) and isinstance(call.func, ast.Attribute) and call.func.attr in SILENT
    return False


def changes(node: ast.expr | ast.stmt) -> Iterator[tuple[str, ast.expr | ast.stmt]]:
    """(kind, changed node) for every change of one node."""
    yield from changed_operators(node)
    yield from changed_values(node)
    yield from changed_statements(node)


def changed_operators(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Comparisons, arithmetic, and, or, not, signs."""
    if isinstance(node, ast.Compare):
        for k, op in enumerate(node.ops):
            for other in COMPARISONS.get(type(op), ()):
                yield (
                    "comparison",
                    ast.Compare(node.left, [*node.ops[:k], other(), *node.ops[k + 1 :]], node.comparators),
                )
    elif isinstance(node, ast.BinOp) and type(node.op) in ARITHMETIC:
        if not (
            isinstance(node.left, ast.Constant | ast.JoinedStr) and isinstance(getattr(node.left, "value", ""), str)
        ):
            yield "arithmetic", ast.BinOp(node.left, ARITHMETIC[type(node.op)](), node.right)
    elif isinstance(node, ast.BoolOp):
        yield "and/or", ast.BoolOp(ast.And() if isinstance(node.op, ast.Or) else ast.Or(), node.values)
        for k in range(len(node.values)):
            rest = [*node.values[:k], *node.values[k + 1 :]]
            yield "condition left out", rest[0] if len(rest) == 1 else ast.BoolOp(node.op, rest)
    elif isinstance(node, ast.UnaryOp):
        yield "sign or not", node.operand
    elif isinstance(node, ast.AugAssign) and type(node.op) in ARITHMETIC:
        yield "arithmetic", ast.AugAssign(node.target, ARITHMETIC[type(node.op)](), node.value)


def changed_values(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Constants, names with a twin, arguments, indices, branches of an expression."""
    if isinstance(node, ast.Constant):
        value = node.value
        if isinstance(value, bool):
            yield "constant", ast.Constant(not value)
        elif isinstance(value, int):
            yield "off by one", ast.Constant(value + 1)
            yield "off by one", ast.Constant(value - 1)
        elif isinstance(value, float):
            yield "constant", ast.Constant(value * 1.1 + 0.05)
    elif isinstance(node, ast.Call):
        yield from changed_call(node)
    elif isinstance(node, ast.IfExp):
        yield "branches swapped", ast.IfExp(node.test, node.orelse, node.body)
    elif isinstance(node, ast.Subscript) and isinstance(node.slice, ast.Tuple) and len(node.slice.elts) == 2:
        turned = ast.Tuple(node.slice.elts[::-1], ast.Load())
        if ast.dump(turned.elts[0]) != ast.dump(turned.elts[1]):
            yield "indices swapped", ast.Subscript(node.value, turned, node.ctx)


def changed_call(node: ast.Call) -> Iterator[tuple[str, ast.AST]]:
    """Another function of the same shape, the first two arguments swapped."""
    name = ast.unparse(node.func)
    if isinstance(node.func, ast.Attribute) and node.func.attr in TWINS:
        twin: ast.expr = ast.Attribute(node.func.value, TWINS[node.func.attr], node.func.ctx)
        yield "twin", ast.Call(twin, node.args, node.keywords)
    elif name in TWINS:
        yield "twin", ast.Call(ast.Name(TWINS[name], ast.Load()), node.args, node.keywords)
    if len(node.args) > 1 and name not in UNORDERED and not any(isinstance(a, ast.Starred) for a in node.args[:2]):
        yield "arguments swapped", ast.Call(node.func, [node.args[1], node.args[0], *node.args[2:]], node.keywords)


def changed_statements(node: ast.AST) -> Iterator[tuple[str, ast.AST]]:
    """Statements dropped, conditions turned or held."""
    if isinstance(node, ast.If | ast.While):
        turned = copy.copy(node)
        turned.test = ast.UnaryOp(ast.Not(), node.test)
        yield "condition turned", turned
        if isinstance(node, ast.If):
            never = copy.copy(node)
            never.test = ast.Constant(False)
            yield "never", never
    stored = isinstance(node, ast.Assign) and isinstance(node.targets[0], ast.Subscript | ast.Attribute)
    if stored or isinstance(node, ast.AugAssign | ast.Expr | ast.Continue | ast.Break):
        yield "dropped", ast.Pass()
