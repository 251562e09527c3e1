"""What asyncio needs of threads where there is only one."""

from _thread import RLock, _local, allocate_lock

__all__ = ["Lock", "RLock", "local"]

Lock = allocate_lock
local = _local
