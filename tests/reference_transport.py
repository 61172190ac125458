"""The slow oracle of the transport plan: method §4 in 80 digits, by projected Newton on the dual.

Written from the method alone; imports nothing of the package. A plan can also be checked without any
solver: ``optimality_error`` tests the conditions that make it optimal, whatever found it.

With phi = f/eps, psi = g/eps, eta the multiplier of the total mass, every optimal plan is
T_ij = exp(phi_i + psi_j + eta - D_ij/eps). The three problems differ in the rest of the concave dual:

balanced    sum a phi + sum b psi - sum T
partial     sum a phi + sum b psi + mass eta - sum T, with phi, psi <= 0
unbalanced  -k sum a exp(-phi/k) - k sum b exp(-psi/k) - sum T, with k = lambda_m/eps
"""

import math
from typing import NamedTuple

from mpmath import mp, mpf

DIGITS = 80
TOLERANCE = "1e-35"
MAX_STEPS = 400


class Problem(NamedTuple):
    """One transport problem at one eps: ``costs`` as lists of mpf; ``mass`` or ``penalty`` may be None."""

    costs: list
    epsilon: object
    mass: object = None
    penalty: object = None

    @property
    def free(self):
        """Indices of the variables (phi, psi, eta) that the problem has; balanced fixes the last psi."""
        n, m = len(self.costs), len(self.costs[0])
        if self.mass is not None:
            return list(range(n + m + 1))
        return list(range(n + m if self.penalty is not None else n + m - 1))


def solve(costs, epsilon, mass=None, penalty=None):
    """Optimal plan as lists of floats; ``mass`` makes the problem partial, ``penalty`` unbalanced."""
    with mp.workdps(DIGITS):
        exact = [[mpf(float(c)) for c in row] for row in costs]
        target = mpf(float(epsilon))
        mass = None if mass is None or mass == 1 else mpf(float(mass))
        penalty = None if penalty is None else mpf(float(penalty))
        n, m = len(exact), len(exact[0])
        x = [mpf(0)] * (n + m + 1)
        eps, tolerance = max(target, mpf(1)), mpf("1e-3")
        while True:
            problem = Problem(exact, eps, mass, penalty)
            if eps == target:
                tolerance = mpf(TOLERANCE)
            x = _maximize(problem, x, tolerance)
            if eps == target:
                return [[float(t) for t in row] for row in _plan(problem, x)]
            smaller = max(target, eps / 4)
            x = [value * eps / smaller for value in x]
            eps = smaller


def _plan(problem, x):
    n, m = len(problem.costs), len(problem.costs[0])
    return [
        [mp.exp(x[i] + x[n + j] + x[n + m] - problem.costs[i][j] / problem.epsilon) for j in range(m)] for i in range(n)
    ]


def _value(problem, x):
    """Dual objective; the plan comes with it because every caller needs both."""
    n, m = len(problem.costs), len(problem.costs[0])
    plan = _plan(problem, x)
    value = -sum(sum(row) for row in plan)
    for index in range(n + m):
        weight = mpf(1) / (n if index < n else m)
        if problem.penalty is None:
            value += weight * x[index]
        else:
            k = problem.penalty / problem.epsilon
            value -= k * weight * mp.exp(-x[index] / k)
    if problem.mass is not None:
        value += problem.mass * x[n + m]
    return value, plan


def _derivatives(problem, x, plan):
    """Gradient and negated Hessian over (phi, psi, eta)."""
    n, m = len(plan), len(plan[0])
    size = n + m + 1
    gradient = [mpf(0)] * size
    hessian = [[mpf(0)] * size for _ in range(size)]
    for index in range(n + m):
        weight = mpf(1) / (n if index < n else m)
        if problem.penalty is not None:
            k = problem.penalty / problem.epsilon
            weight = weight * mp.exp(-x[index] / k)
            hessian[index][index] += weight / k
        gradient[index] += weight
    if problem.mass is not None:
        gradient[n + m] += problem.mass
    for i in range(n):
        for j in range(m):
            touched = (i, n + j, n + m)
            for p in touched:
                gradient[p] -= plan[i][j]
                for q in touched:
                    hessian[p][q] += plan[i][j]
    return gradient, hessian


def _maximize(problem, x, tolerance):
    """Projected Newton (Bertsekas): bounds phi, psi <= 0 for partial, none otherwise."""
    n_bounded = len(x) - 1 if problem.mass is not None else 0
    x = [min(v, mpf(0)) if k < n_bounded else v for k, v in enumerate(x)]
    for _ in range(MAX_STEPS):
        value, plan = _value(problem, x)
        gradient, hessian = _derivatives(problem, x, plan)
        error = sum(abs(gradient[k]) for k in problem.free if not (k < n_bounded and x[k] == 0 and gradient[k] > 0))
        if error <= tolerance:
            return x
        near = min(mpf("0.01"), error)
        held = [k for k in problem.free if k < n_bounded and x[k] >= -near and gradient[k] > 0]
        moving = [k for k in problem.free if k not in held]
        step = _direction(hessian, gradient, moving, error)
        x = _line_search(problem, x, value, gradient, step, held, n_bounded)
    raise ArithmeticError(f"no convergence in {MAX_STEPS} Newton steps")


def _direction(hessian, gradient, moving, error):
    """Newton step on the moving variables; the ground link error/1000 keeps weakly coupled parts in reach."""
    matrix = [[hessian[p][q] + (error / 1000 if p == q else 0) for q in moving] for p in moving]
    step = dict(zip(moving, solve_positive(matrix, [gradient[p] for p in moving]), strict=True))
    longest = max((abs(v) for v in step.values()), default=mpf(0))
    return {k: v * min(mpf(1), 500 / longest) for k, v in step.items()} if longest > 0 else step


def _line_search(problem, x, value, gradient, step, held, n_bounded):
    t = mpf(1)
    gain = sum(gradient[k] * v for k, v in step.items())
    for _ in range(200):
        trial = list(x)
        for k, v in step.items():
            trial[k] = x[k] + t * v
        for k in held:
            trial[k] = mpf(0)
        trial = [min(v, mpf(0)) if k < n_bounded else v for k, v in enumerate(trial)]
        promised = t * gain + sum(gradient[k] * (trial[k] - x[k]) for k in held)
        if gain < mpf("1e-65") or _value(problem, trial)[0] - value >= promised / 10000:
            return trial
        t /= 2
    raise ArithmeticError("the line search found no ascent")


def solve_positive(matrix, right):
    """Solution of a symmetric positive definite system by Gaussian elimination, in the working precision."""
    rows = [[*row, value] for row, value in zip(matrix, right, strict=True)]
    size = len(rows)
    for k in range(size):
        for i in range(k + 1, size):
            factor = rows[i][k] / rows[k][k]
            if factor != 0:
                for j in range(k, size + 1):
                    rows[i][j] -= factor * rows[k][j]
    solution = [right[0] * 0 if right else 0] * size
    for k in reversed(range(size)):
        known = sum((rows[k][j] * solution[j] for j in range(k + 1, size)), right[0] * 0)
        solution[k] = (rows[k][size] - known) / rows[k][k]
    return solution


def marginals(plan):
    """Row sums and column sums, exactly rounded."""
    rows = [math.fsum(float(t) for t in row) for row in plan]
    columns = [math.fsum(float(row[j]) for row in plan) for j in range(len(plan[0]))]
    return rows, columns


def optimality_error(costs, plan, epsilon, mass=None, penalty=None):
    """L1 distance of a plan from the optimality conditions of method §4: 0 for the optimum, however found.

    Violation of the constraints (partial: with complementary slackness in units of eps), plus the mass by
    which the plan differs from exp((f_i + g_j - D_ij)/eps) with the potentials that it implies itself.
    """
    rows, columns = marginals(plan)
    n, m = len(rows), len(columns)
    if penalty is not None:
        f = [-penalty * math.log(r * n) for r in rows]
        g = [-penalty * math.log(c * m) for c in columns]
        return _gibbs_error(costs, plan, epsilon, [(f, g)])
    parts = _potentials(costs, plan, epsilon)
    error = _gibbs_error(costs, plan, epsilon, parts)
    if mass is None or mass == 1:
        return error + sum(abs(r - 1 / n) for r in rows) + sum(abs(c - 1 / m) for c in columns)
    error += abs(math.fsum(rows) - mass)
    for f, g in parts:
        for potentials, sums in ((f, rows), (g, columns)):
            top = max(potential for potential in potentials if potential is not None)
            for potential, total in zip(potentials, sums, strict=True):
                if potential is not None:
                    slack = 1 / len(sums) - total
                    error += max(-slack, 0.0) + (top - potential) / epsilon * max(slack, 0.0)
    return error


def _gibbs_error(costs, plan, epsilon, parts):
    """Mass by which the plan differs from the Gibbs form, part by part of the plan's support."""
    return sum(
        abs(plan[i][j] - math.exp(min((f[i] + g[j] - costs[i][j]) / epsilon, 700.0)))
        for f, g in parts
        for i in range(len(f))
        for j in range(len(g))
        if f[i] is not None and g[j] is not None
    )


def _potentials(costs, plan, epsilon):
    """Potentials (f, g) with f_i + g_j = D_ij + eps log T_ij, for each connected part of the support.

    They spread over the cells in order of their mass, as in a spanning tree; a row outside the part has
    None. Cells below 1e-290 are no support: a float64 does not hold their logarithm.
    """
    n, m = len(plan), len(plan[0])
    cells = sorted(((plan[i][j], i, j) for i in range(n) for j in range(m) if plan[i][j] >= 1e-290), reverse=True)
    parts, placed = [], set()
    for _, start, _ in cells:
        if start in placed:
            continue
        f, g = [None] * n, [None] * m
        f[start] = 0.0
        cell = (0.0, start, 0)
        while cell is not None:
            cell = next((c for c in cells if (f[c[1]] is None) != (g[c[2]] is None)), None)
            if cell is not None:
                mass, i, j = cell
                value = costs[i][j] + epsilon * math.log(mass)
                if f[i] is None:
                    f[i] = value - g[j]
                else:
                    g[j] = value - f[i]
        placed.update(i for i in range(n) if f[i] is not None)
        parts.append((f, g))
    return parts
