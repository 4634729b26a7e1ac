"""Games on the GPU: the engine's own functions in CUDA threads, one thread a game. Needs `perron[gpu]`."""
