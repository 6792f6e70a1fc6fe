// A small pill of state: always a word, with an icon for a status. Colour is never the only sign.

import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

export type Tone = 'plain' | 'success' | 'warning' | 'danger' | 'info' | 'brand';

const tones: Record<Tone, string> = {
  plain: 'bg-surface-3 text-text-2',
  success: 'bg-success/14 text-success',
  warning: 'bg-warning/14 text-warning',
  danger: 'bg-danger/14 text-danger',
  info: 'bg-info/14 text-info',
  brand: 'bg-brand-text/14 text-brand-text',
};

export function Badge({
  tone = 'plain',
  icon,
  children,
}: {
  readonly tone?: Tone;
  readonly icon?: ReactNode;
  readonly children: ReactNode;
}) {
  return (
    <span
      className={classNames(
        'inline-flex min-h-6.5 items-center gap-1 rounded-full px-2.25 text-micro font-medium max-w-full flex-none',
        tones[tone],
      )}
    >
      {icon}
      {children}
    </span>
  );
}
