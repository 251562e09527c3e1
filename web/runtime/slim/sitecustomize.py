"""What Python runs first: nothing that is imported becomes garbage, and the page looks for some when it answers."""

import gc

gc.disable()
