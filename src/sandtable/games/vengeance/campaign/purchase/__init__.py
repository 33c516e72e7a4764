"""What CPP and FPP buy (RV-RePh8.619 to RV-RePh8.622): Reinforcement Groups, fortifications, support.

The steps are called by `refit/phase`.
"""
