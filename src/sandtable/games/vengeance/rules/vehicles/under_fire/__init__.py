"""What attacks do to vehicles and to men around them (chapters C7, D5, D9, A22.2, A23.3).

`damage` and `small_arms` are called by whatever attacks a vehicle.
"""
