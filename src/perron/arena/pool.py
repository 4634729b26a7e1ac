"""Games on this machine, one process per job."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator
from multiprocessing.connection import wait

from perron.arena.row import Row
from perron.arena.schedule import Plan, Task
from perron.arena.worker import CHECK_EVERY, Worker


def play_in_pool(plan: Plan, tasks: Iterable[Task], jobs: int) -> Iterator[Row]:
    """The games as they are finished, in no fixed order. A process that dies is replaced and its game played again."""
    todo = deque(tasks)
    workers: list[Worker] = []
    try:
        if todo:
            workers.append(Worker(plan))
        while todo or any(worker.task is not None for worker in workers):
            # The first compiles what is not in the cache yet; the others then find it there.
            while workers[0].ready and todo and len(workers) < min(jobs, len(todo) + 1):
                workers.append(Worker(plan))
            for worker in workers:
                if worker.idle and todo:
                    worker.give(todo.popleft())
            by_connection = {worker.connection: worker for worker in workers}
            for connection in wait(list(by_connection), CHECK_EVERY):
                row = by_connection[connection].receive()  # type: ignore[index]
                if row is not None:
                    yield row
            for worker in workers:
                worker.check()
    finally:
        for worker in workers:
            worker.stop()
