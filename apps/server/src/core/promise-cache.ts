// Caches promises by key, the newest up to a limit: callers of the same key share one load.
//
// Always true: a rejected promise is removed, so a failure lasts one call. The next call loads again.

export type PromiseCache<Key, Value> = {
  /** The cached promise of this key, or a new one from `load`. */
  get(key: Key, load: () => Promise<Value>): Promise<Value>;
  delete(key: Key): void;
};

export function createPromiseCache<Key, Value>(max: number): PromiseCache<Key, Value> {
  const cached = new Map<Key, Promise<Value>>();
  return {
    get(key, load) {
      const known = cached.get(key);
      if (known !== undefined) return known;
      const promise = load();
      cached.set(key, promise);
      promise.catch(() => {
        if (cached.get(key) === promise) cached.delete(key);
      });
      // A map iterates in the order of insertion.
      const [oldest] = cached.keys();
      if (cached.size > max && oldest !== undefined) cached.delete(oldest);
      return promise;
    },
    delete: (key) => void cached.delete(key),
  };
}
