// A picture in a reserved box: its colour stands there until it has come, the box never changes size. One of somebody else
// that does not come gives its place to ours.

import { useEffect, useRef, useState } from 'react';

import type { Picture as Source } from '#art/gallery';
import { classNames } from '#lib/class-names';
import { whenNear } from '#lib/near-screen';
import { styled } from '#lib/styled';

export function Picture({
  picture: wanted,
  className,
  sizes,
  isEager = false,
  isBelow = false,
}: {
  readonly picture: Source;
  readonly className?: string;
  readonly sizes?: string;
  /** The first row: loaded at once, before everything else. */
  readonly isEager?: boolean;
  /** Under the first screen: fetched when it comes near, so not in a page that is drawn ahead either. */
  readonly isBelow?: boolean;
}) {
  const [missing, setMissing] = useState('');
  const [isNear, setNear] = useState(!isBelow);
  const box = useRef<HTMLSpanElement>(null);
  useEffect(() => (isNear || !box.current ? undefined : whenNear(box.current, () => setNear(true))), [isNear]);
  const picture = wanted.src === missing ? (wanted.instead ?? wanted) : wanted;
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
          onError={() => setMissing(wanted.src)}
          className="absolute inset-0 size-full object-cover"
        />
      )}
    </span>
  );
}
