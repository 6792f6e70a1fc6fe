// Batches single-key lookups (DataLoader pattern). Keys requested during a load are fetched by the next load.
//
// Always true: a lone key is delayed by one turn of the event loop at most. A key occurs once per load, and a failed
// load rejects all its callers.
//
// Elsewhere: the same idea for calls that move money (modules/wallet/batcher.ts).

type PendingLookup<Value> = {
  readonly key: string;
  readonly resolve: (value: Value | undefined) => void;
  readonly reject: (error: unknown) => void;
};

const LOAD_MAX = 1_024;

/** Creates a single-key lookup from a lookup of many keys. */
export function createBatchLoader<Value>(
  load: (keys: readonly string[]) => Promise<ReadonlyMap<string, Value>>,
): (key: string) => Promise<Value | undefined> {
  let pending: PendingLookup<Value>[] = [];
  let isLoading = false;

  async function loadPending(): Promise<void> {
    while (pending.length > 0) {
      const batch = pending.slice(0, LOAD_MAX);
      pending = pending.slice(LOAD_MAX);
      try {
        const found = await load([...new Set(batch.map(({ key }) => key))]);
        for (const { key, resolve } of batch) resolve(found.get(key));
      } catch (error) {
        for (const { reject } of batch) reject(error);
      }
    }
    isLoading = false;
  }

  return (key) =>
    new Promise((resolve, reject) => {
      pending.push({ key, resolve, reject });
      if (isLoading) return;
      isLoading = true;
      // Lookups of the same turn of the event loop share one load.
      setImmediate(() => void loadPending());
    });
}
