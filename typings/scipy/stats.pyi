from typing import NamedTuple

class ConfidenceInterval(NamedTuple):
    low: float
    high: float

class BinomTestResult:
    def proportion_ci(self, confidence_level: float = ..., method: str = ...) -> ConfidenceInterval: ...

def binomtest(k: int, n: int) -> BinomTestResult: ...
