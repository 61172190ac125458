"""The exceptions of the package.

::

    RadotError
    ├── InputError             a file or a table cannot be used as it is
    │   └── UnitTableError     a clinical unit table breaks its schema
    ├── LexiconError           a lexicon file does not hold together
    ├── ConfigError            a setting is out of its range
    │   └── ReadoutMismatchError    a readout was fitted under another configuration
    ├── ForkError              the process was forked after Polars had been used
    └── EndpointError          a parser endpoint cannot be used (parser_client)

Every message names the value that was found, the limit and the remedy, in one line and without a
word of report text. What concerns one row of the input is never an exception: that row gets a
``status``.
"""


class RadotError(Exception):
    """Base of every error that the package raises on purpose."""


class InputError(RadotError, ValueError):
    """A file or a table cannot be used: missing columns, wrong types, an unreadable file."""


class UnitTableError(InputError):
    """A clinical unit table breaks the schema of method §1."""


class LexiconError(RadotError, ValueError):
    """A lexicon file does not hold together: names the file, the label and the form."""


class ConfigError(RadotError, ValueError):
    """A setting is out of its range."""


class ReadoutMismatchError(ConfigError):
    """A readout is applied under a transport or a feature list it was not fitted with."""


class ForkError(RadotError, RuntimeError):
    """The process was forked after Polars had been used: its threads are missing, and work would never end."""


class EndpointError(RadotError):
    """A parser endpoint cannot be used."""
