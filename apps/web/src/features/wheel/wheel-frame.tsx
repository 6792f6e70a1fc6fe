// The wheel: a page of the server in a frame with an opaque origin (no storage, no network, one message port). It
// receives titles, font and the field to show, and turns.
//
// Always true: the frame receives no data of the member and sends no requests; the page spins (use-spin.ts). The flower
// on the hub is above the frame, which loads no pictures.

import { type Ref, useEffect, useImperativeHandle } from 'react';

import { getWheelMarkup } from '@chaba/contract/requests';

import { flowerPicture } from '#art/gallery';
import { buildUrl } from '#lib/api/api';
import { classNames } from '@chaba/ui/class-names';
import { styled } from '#lib/react/styled';
import { ErrorState } from '#ui/error-state';

import { useWheelPort } from './use-wheel-port.ts';
import { text } from './wheel.text.ts';

export type WheelHandle = { readonly show: (index: number, isStill: boolean) => void };

export function WheelFrame({
  titles,
  onReady,
  ref,
}: {
  readonly titles: readonly string[];
  readonly onReady: (isReady: boolean) => void;
  readonly ref: Ref<WheelHandle>;
}) {
  const { state, greet, show, again } = useWheelPort(titles);
  const isReady = state === 'ready';
  useImperativeHandle(ref, () => ({ show }), [show]);
  useEffect(() => onReady(isReady), [isReady, onReady]);

  if (state === 'silent') {
    return (
      <div className="grid aspect-square w-full place-items-center">
        <ErrorState sentence={text.unavailable} onRetry={again} />
      </div>
    );
  }
  return (
    <div className="relative aspect-square w-full">
      {!isReady && <div aria-hidden="true" className="absolute inset-[2%] animate-pulse rounded-full bg-surface-2" />}
      <iframe
        title={text.frame}
        src={buildUrl(getWheelMarkup)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        tabIndex={-1}
        onLoad={({ currentTarget }) => void greet(currentTarget)}
        // A frame whose colour scheme differs from the page gets an opaque background.
        ref={styled({ colorScheme: 'normal' })}
        className={classNames(
          'absolute inset-0 size-full border-0 transition-opacity duration-200',
          !isReady && 'opacity-0',
        )}
      />
      {isReady && titles.length > 0 && (
        <img
          src={flowerPicture}
          alt=""
          decoding="async"
          className="pointer-events-none absolute top-1/2 left-1/2 w-[21%] -translate-1/2"
        />
      )}
    </div>
  );
}
