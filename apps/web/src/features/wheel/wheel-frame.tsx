// The wheel itself: a page of the server in a frame of an opaque origin (no storage, no network, no way to this page but one
// message port). It is handed the titles and our font, is told which field to show, and turns.
//
// Always true: the frame knows nothing of the member and asks for nothing; who spins is the page (use-spin.ts). The flower on
// the hub lies above the frame, which loads no pictures.

import { type Ref, useEffect, useImperativeHandle } from 'react';

import { getWheelMarkup } from '@chaba/contract/requests';

import { flowerPicture } from '#art/gallery';
import { addressOf } from '#lib/api';
import { classNames } from '#lib/class-names';
import { styled } from '#lib/styled';
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
        src={addressOf(getWheelMarkup)}
        sandbox="allow-scripts"
        referrerPolicy="no-referrer"
        tabIndex={-1}
        onLoad={({ currentTarget }) => void greet(currentTarget)}
        // A frame of another colour scheme than the page is painted opaque: this one is told the scheme it has.
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
