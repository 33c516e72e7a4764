"""The campaign: up to nine linked scenarios of Red Vengeance and the Refit Phase between them."""
