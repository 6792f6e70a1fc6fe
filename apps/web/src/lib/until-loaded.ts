// Loads code that no page stands or falls with: what does not come is asked for again, instead of breaking what is there.

const WAIT_MS_FIRST = 2_000;
const WAIT_MS_MAX = 60_000;

/** Answers when it has come; tries again after a while, and as soon as there is a connection. Never fails. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  for (let waitMs = WAIT_MS_FIRST; ; waitMs = Math.min(waitMs * 2, WAIT_MS_MAX)) {
    try {
      return await load();
    } catch {
      await new Promise<void>((resolve) => {
        const again = () => {
          clearTimeout(timer);
          globalThis.removeEventListener('online', again);
          resolve();
        };
        const timer = setTimeout(again, waitMs);
        globalThis.addEventListener('online', again);
      });
    }
  }
}
