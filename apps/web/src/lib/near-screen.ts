// When a part of the page comes near the screen. A browser's own way of fetching pictures late counts several screens as near
// on a slow line, where each of them costs most.

const AHEAD = '0px 0px 25% 0px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

/** Tells once that the part is on the screen or a quarter of one below; not after the returned function was called. */
export function whenNear(part: Element, tell: () => void): () => void {
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
  waiting.set(part, tell);
  observer.observe(part);
  return () => {
    waiting.delete(part);
    observer?.unobserve(part);
  };
}
