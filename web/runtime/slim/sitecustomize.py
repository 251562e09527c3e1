"""Python runs this first. Imports make no garbage, so the page collects none until it is ready."""

import gc

gc.disable()
