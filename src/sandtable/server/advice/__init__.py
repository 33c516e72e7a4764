"""Advice: the chances and the best choices of a seat, worked out by search from what the seat may know.

`desk.AdviceDesk` says who may ask and how often; `thinking` runs in worker processes; the calls are in `api`.
"""
