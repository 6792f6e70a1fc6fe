// Detects that a part of the page is near the screen. The browser's own lazy loading counts several screens as near on
// a slow connection, where each of them costs most.

const AHEAD = '0px 0px 25% 0px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/**
 * Calls back once when the part is on the screen or at most a quarter of a screen below; never after the returned
 * function was called.
 */
export function observeNear(part: Element, onNear: () => void): () => void {
  observer ??= new IntersectionObserver(
    (entries) => {
      for (const { target, isIntersecting } of entries) {
        if (!isIntersecting) continue;
        observer?.unobserve(target);
        waiting.get(target)?.();
      }
    },
    { rootMargin: AHEAD },
  );
  waiting.set(part, onNear);
  observer.observe(part);
  return () => {
    waiting.delete(part);
    observer?.unobserve(part);
  };
}
