// One signal from several reasons to abort. AbortSignal.any is younger than the browsers we promise.

/** Aborts with the first of the signals. */
export function abortWithAny(signals: readonly AbortSignal[]): AbortSignal {
  const both = new AbortController();
  for (const signal of signals) {
    if (signal.aborted) both.abort(signal.reason);
    else signal.addEventListener('abort', () => both.abort(signal.reason), { once: true, signal: both.signal });
  }
  return both.signal;
}
