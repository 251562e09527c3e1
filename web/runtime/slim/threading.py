"""The parts that asyncio needs even with only one thread."""

from _thread import RLock, _local, allocate_lock

__all__ = ["Lock", "RLock", "local"]

Lock = allocate_lock
local = _local
