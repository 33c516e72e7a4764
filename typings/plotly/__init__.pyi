"""What reports use of Plotly, which has no types of its own."""
