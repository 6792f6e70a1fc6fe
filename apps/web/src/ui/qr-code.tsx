// The QR widget of spec §2: level L, M, Q or H (default H), size 256. Black on white in both themes, because scanners
// fail on inverted codes. Loaded when shown.

import { Suspense } from 'react';

import { QR_LEVEL, QR_SIZE_PX } from '@chaba/contract/constraints';

import { lazyWithPreload } from './lazy-component.tsx';
import { Skeleton } from './skeleton.tsx';
import { text } from './ui.text.ts';

const QrSvg = lazyWithPreload(async () => (await import('qrcode.react')).QRCodeSVG);

export type QrCodeProps = {
  readonly value: string;
  /** Target of the code, for screen readers. */
  readonly name: string;
  readonly size?: number;
  readonly level?: 'L' | 'M' | 'Q' | 'H';
};

export function QrCode({ value, name, size = QR_SIZE_PX, level = QR_LEVEL }: QrCodeProps) {
  return (
    <span className="inline-block overflow-hidden rounded-ctl bg-white leading-none">
      <Suspense fallback={<Skeleton className="aspect-square w-64 max-w-full" />}>
        <QrSvg
          value={value}
          size={size}
          level={level}
          boostLevel={false}
          marginSize={4}
          bgColor="#ffffff"
          fgColor="#000000"
          title={text.qrOf(name)}
          className="h-auto max-w-full"
        />
      </Suspense>
    </span>
  );
}
