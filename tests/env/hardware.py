"""What the machine has."""

import ctypes


def has_gpu() -> bool:
    """Whether there is a GPU that CUDA can use; asked without importing numba.cuda."""
    try:
        driver = ctypes.CDLL("libcuda.so.1")
    except OSError:
        return False
    count = ctypes.c_int(0)
    return driver.cuInit(0) == 0 and driver.cuDeviceGetCount(ctypes.byref(count)) == 0 and count.value > 0
