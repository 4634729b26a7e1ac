"""Games on the GPU: the engine's own functions in CUDA threads, one thread a game. Needs `perron[gpu]`."""

from perron.extras import need

need("gpu", "games on the GPU need")
