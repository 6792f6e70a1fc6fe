// Many pieces of work of one kind, so many at once.
//
// Always true: one that fails keeps no other from its turn; the failure is thrown when all had theirs. A database that is away, or
// was cut, fails all the rest as well, so then nothing more is begun. What comes page by page is never held as a whole.

import { isDatabaseUnavailable } from '@chaba/database';

export async function forEachConcurrent<Item>(
  items: Iterable<Item> | AsyncIterable<Item>,
  atOnce: number,
  work: (item: Item) => Promise<unknown>,
): Promise<void> {
  const turns = inTurns(items);
  const failures = { count: 0, first: undefined as unknown };
  let isOver = false;

  function note(error: unknown): void {
    isOver ||= isDatabaseUnavailable(error);
    failures.first ??= error;
    failures.count += 1;
  }

  async function serve(): Promise<void> {
    for (let turn = await turns.next(); turn.done !== true && !isOver; turn = await turns.next()) {
      try {
        await work(turn.value);
      } catch (error) {
        note(error);
      }
    }
  }

  // Where the items come from may fail as well: what was begun by then is not left alone.
  await Promise.all(Array.from({ length: atOnce }, () => serve().catch(note)));
  await turns.return(undefined);
  if (failures.count === 1) throw failures.first;
  if (failures.count > 1) throw new Error(`${failures.count} failed, this one first`, { cause: failures.first });
}

async function* inTurns<Item>(items: Iterable<Item> | AsyncIterable<Item>): AsyncGenerator<Item> {
  yield* items;
}
