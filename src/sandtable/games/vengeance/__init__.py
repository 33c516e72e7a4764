"""Berlin: Red Vengeance: squad-level battles for the Reichstag quarter, April 1945."""
