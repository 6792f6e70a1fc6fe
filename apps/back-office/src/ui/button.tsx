// Dense buttons. A busy button keeps its width and focus and ignores presses.

import { classNames } from '@chaba/ui/class-names';
import { Spinner } from '@chaba/ui/spinner';
import type { ComponentProps } from 'react';

import { useEntryWords } from '#text/entry';

const variants = {
  primary: 'bg-accent border-transparent text-bg font-semibold',
  secondary: 'bg-surface-2 border-line text-text',
  danger: 'bg-danger-fill border-transparent text-white font-semibold',
  quiet: 'border-transparent text-text-2 hover:text-text',
} as const;

export function Button({
  variant = 'secondary',
  isBusy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: ComponentProps<'button'> & { readonly variant?: keyof typeof variants; readonly isBusy?: boolean }) {
  const text = useEntryWords();
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={classNames(
        'inline-flex min-h-11 items-center justify-center gap-1.5 rounded-[8px] border px-3 text-small lg:min-h-9',
        'disabled:opacity-50',
        variants[variant],
        className,
      )}
    >
      {isBusy && <Spinner label={text.busy} />}
      {children}
    </button>
  );
}
