from collections.abc import Callable
from typing import Any

class OptimizeResult:
    x: Any

def minimize(fun: Callable[[Any], Any], x0: Any, *, jac: bool = ..., method: str = ...) -> OptimizeResult: ...
