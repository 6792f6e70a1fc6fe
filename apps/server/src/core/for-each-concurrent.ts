// Runs an operation for many items with limited concurrency.
//
// Always true: a failed item does not stop the others; the first error is thrown at the end. An unavailable database
// stops the start of further items, because they would fail too. Async iterables are read on demand, never as a whole.

import { isDatabaseUnavailable } from '@chaba/database';

export async function forEachConcurrent<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  concurrency: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const turns = toAsyncGenerator(items);
  const failures = { count: 0, first: undefined as unknown };
  let isOver = false;

  function recordFailure(error: unknown): void {
    isOver ||= isDatabaseUnavailable(error);
    failures.first ??= error;
    failures.count += 1;
  }

  async function runWorker(): Promise<void> {
    for (let turn = await turns.next(); turn.done !== true && !isOver; turn = await turns.next()) {
      try {
        await work(turn.value);
      } catch (error) {
        recordFailure(error);
      }
    }
  }

  // The source of items may fail as well: started items are still awaited.
  await Promise.all(Array.from({ length: concurrency }, () => runWorker().catch(recordFailure)));
  await turns.return(undefined);
  if (failures.count === 1) throw failures.first;
  if (failures.count > 1) throw new Error(`${failures.count} failed, this one first`, { cause: failures.first });
}

async function* toAsyncGenerator<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
