"""Small games that test the kernel itself."""
