def worth(view, seat): return 0.5
def sensible(view, seat, options, dice): return options[0]
