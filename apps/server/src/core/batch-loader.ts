// Many single look-ups as few statements: what is asked for while one load is on its way makes up the next load.
//
// Always true: a quiet caller waits for nobody but who came in the same turn of the loop; a busy one shares a statement with all who came meanwhile. Each key is looked
// up once in a load, and a load that fails fails those who were in it.
//
// Elsewhere: the same idea for calls that move money (modules/wallet/batcher.ts).

type Asking<Value> = {
  readonly key: string;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
};

const LOAD_MAX = 1_024;

/** Makes a look-up of one out of a look-up of many. */
export function createBatchLoader<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let waiting: Asking<Value>[] = [];
  let isLoading = false;

  async function serve(): Promise<void> {
    while (waiting.length > 0) {
      const now = waiting.slice(0, LOAD_MAX);
      waiting = waiting.slice(LOAD_MAX);
      try {
        const found = await load([...new Set(now.map(({ key }) => key))]);
        for (const { key, resolve } of now) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of now) reject(error);
      }
    }
    isLoading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      waiting.push({ key, resolve, reject });
      if (isLoading) return;
      isLoading = true;
      // All that come in this turn of the loop go together.
      setImmediate(() => void serve());
    });
}
