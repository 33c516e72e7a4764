"""Play by mail: what a player answers in the other's half-turn (chapter 19).

From outside import `standing_orders.standing_order`.
"""
