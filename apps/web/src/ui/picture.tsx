// A picture in a box of fixed size, filled with its colour until it is loaded. An external picture that fails is
// replaced by ours.

import { useEffect, useRef, useState } from 'react';

import { classNames } from '@chaba/ui/class-names';
import { styled } from '#lib/react/styled';

const AHEAD = '0px 0px 25% 0px';

const waiting = new WeakMap<Element, () => void>();
let observer: IntersectionObserver | undefined;

export type PictureSource = {
  readonly src: string;
  readonly srcSet?: string;
  /** Shown until the picture is loaded. */
  readonly colour: string;
  /** Fallback to our own picture when an external one fails to load. */
  readonly instead?: PictureSource;
};

export function Picture({
  picture: requested,
  className,
  sizes,
  isEager = false,
  isBelow = false,
}: {
  readonly picture: PictureSource;
  readonly className?: string;
  readonly sizes?: string;
  /** The first row: loaded eagerly with high priority. */
  readonly isEager?: boolean;
  /** Below the first screen: fetched when near, so absent from rendered HTML. */
  readonly isBelow?: boolean;
}) {
  const [missing, setMissing] = useState('');
  const [isNear, setNear] = useState(!isBelow);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => (isNear || !box.current ? undefined : observeNear(box.current, () => setNear(true))), [isNear]);
  const picture = requested.src === missing ? (requested.instead ?? requested) : requested;
  return (
    <span
      ref={(element) => {
        box.current = element;
        styled({ backgroundColor: picture.colour })(element);
      }}
      className={classNames('art-frame block', className)}
    >
      {isNear && (
        <img
          src={picture.src}
          srcSet={picture.srcSet}
          sizes={picture.srcSet === undefined ? undefined : sizes}
          alt=""
          loading={isEager ? 'eager' : 'lazy'}
          fetchPriority={isEager ? 'high' : 'auto'}
          decoding="async"
          onError={() => setMissing(requested.src)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}

/**
 * Calls back once when the part is on the screen or at most a quarter of a screen below; never after the returned
 * function was called.
 */
function observeNear(part: Element, onNear: () => void): () => void {
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
