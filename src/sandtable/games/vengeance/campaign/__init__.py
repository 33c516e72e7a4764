"""The campaign: up to nine linked scenarios of Red Vengeance and the Refit Phase between them.

Its record is `model.campaign`; begin reading in `refit/phase`.
"""
