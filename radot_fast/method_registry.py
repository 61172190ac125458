"""The scoring methods by name."""

from __future__ import annotations

from typing import TYPE_CHECKING

from radot_fast.errors import ConfigError
from radot_fast.extended.method import ExtendedMethod
from radot_fast.method import Method
from radot_fast.paper.method import PaperMethod

if TYPE_CHECKING:
    from radot_fast.config import TransportConfig
    from radot_fast.extended.knowledge import Knowledge

DEFAULT_METHOD = "extended"
METHODS = ("extended", "paper")


def method_of(
    name: str = DEFAULT_METHOD, *, transport: TransportConfig | None = None, knowledge: Knowledge | None = None
) -> Method:
    """Method by name.

    Parameters
    ----------
    name
        One of ``METHODS``.
    transport
        Settings of the paper's transport; its primary configuration by default.
    knowledge
        Significance, relations, costs and prices of findings; what ships by default.

    Raises
    ------
    ConfigError
        There is no such method, or ``transport`` is given for one that has no entropic transport.
    """
    if name == "paper":
        return PaperMethod(transport, knowledge)
    if name == "extended":
        if transport is not None:
            raise ConfigError("transport is given, but profile 'extended' has no entropic one: use profile 'paper'")
        return ExtendedMethod(knowledge)
    raise ConfigError(f"profile {name!r} is not one of {', '.join(METHODS)}")
