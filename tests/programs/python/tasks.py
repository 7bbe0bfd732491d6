# SPDX-License-Identifier: BSD-2-Clause
"""Coroutines, asynchronous generators, tasks that are cancelled, and threads."""
import asyncio
import concurrent.futures
import contextlib
import queue
import threading


def note(x):
    return x


async def leaf(n):
    await asyncio.sleep(0)
    return note(n)


async def agen(n):
    try:
        for i in range(n):
            yield await leaf(i)
    except KeyError:
        yield await leaf(-1)
    finally:
        note(n)


async def cancelled():
    try:
        await asyncio.sleep(100)
    except asyncio.CancelledError:
        note(1)
        raise


class Waitable:
    def __await__(self):
        yield
        return note(5)


class Context:
    async def __aenter__(self):
        return await leaf(1)

    async def __aexit__(self, *args):
        await leaf(2)
        return True


class Numbers:
    def __init__(self, n):
        self.n = n

    def __aiter__(self):
        return self

    async def __anext__(self):
        if not self.n:
            raise StopAsyncIteration
        self.n -= 1
        return await leaf(self.n)


@contextlib.asynccontextmanager
async def managed(n):
    await leaf(n)
    try:
        yield n
    finally:
        note(n)


async def fails():
    await leaf(0)
    raise LookupError


def callback(future):
    note(future)


async def worker(q):
    while True:
        n = await q.get()
        await leaf(n)
        q.task_done()


async def main():
    g = agen(5)
    await g.__anext__()
    await g.athrow(KeyError)
    await g.aclose()
    async for x in agen(3):
        note(x)
    [x async for x in Numbers(3) if note(x)]
    await Waitable()
    async with Context(), managed(2):
        note(await leaf(7))
        raise KeyError
    task = asyncio.ensure_future(cancelled())
    task.add_done_callback(callback)
    await asyncio.sleep(0)
    task.cancel()
    with contextlib.suppress(asyncio.CancelledError):
        await task
    try:
        await asyncio.gather(leaf(1), fails(), leaf(2))
    except LookupError:
        note(3)
    with contextlib.suppress(asyncio.TimeoutError):
        await asyncio.wait_for(asyncio.sleep(50), 0.001)
    asyncio.get_running_loop().call_soon(note, 9)
    await asyncio.sleep(0)
    await asyncio.get_running_loop().run_in_executor(None, note, 8)
    q = asyncio.Queue()
    workers = [asyncio.ensure_future(worker(q)) for _ in range(3)]
    for i in range(9):
        q.put_nowait(i)
    await q.join()
    for w in workers:
        w.cancel()
    await asyncio.gather(*workers, return_exceptions=True)


def recursive(n):
    return n if n < 2 else recursive(n - 1) + recursive(n - 2)


def consume(q, results):
    for n in iter(q.get, None):
        results.append(recursive(n))


def broken(n):
    try:
        recursive(n)
        raise SystemExit
    finally:
        note(n)


class Thread(threading.Thread):
    def run(self):
        local.value = recursive(6)
        note(local.value)


local = threading.local()


def threads():
    q, results = queue.Queue(), []
    all_of = [threading.Thread(target=consume, args=(q, results)) for _ in range(3)]
    all_of += [threading.Thread(target=broken, args=(4,)), Thread()]
    for t in all_of:
        t.start()
    for n in range(12):
        q.put(n)
    for _ in range(3):
        q.put(None)
    for t in all_of:
        t.join()
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        list(pool.map(recursive, range(8)))
        pool.submit(note, 1).add_done_callback(callback)


asyncio.run(main())
threads()
