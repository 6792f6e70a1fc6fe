// Buttons. One primary button a screen: its fill marks the next step. A busy button keeps its width and label, shows a
// spinner and ignores presses without losing the focus.

import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';
import { Spinner } from '@chaba/ui/spinner';

import { text } from './ui.text.ts';
import { Link } from './link.tsx';

export type ButtonVariant = 'primary' | 'secondary' | 'ghost' | 'danger' | 'quiet' | 'glass' | 'scene';
export type ButtonSize = 'small' | 'normal' | 'large' | 'hero';

type Look = {
  readonly variant?: ButtonVariant | undefined;
  readonly size?: ButtonSize | undefined;
  readonly isWide?: boolean | undefined;
  readonly icon?: ReactNode;
};

const variants: Record<ButtonVariant, string> = {
  primary: 'fill-brand border-transparent',
  secondary: 'bg-quiet border-line text-text',
  ghost: 'border-line text-text',
  danger: 'bg-danger-fill border-transparent text-white',
  quiet: 'border-transparent text-text-2',
  scene: 'bg-black/55 border-white/28 text-white',
  glass: 'bg-white/14 border-white/28 text-white [backdrop-filter:blur(6px)]',
};

const sizes: Record<ButtonSize, string> = {
  small: 'min-h-11 px-3.5 text-label font-semibold',
  normal: 'min-h-12 px-5 text-base font-semibold',
  large: 'min-h-13 px-5 text-base font-semibold',
  hero: 'min-h-14 px-6 text-lg font-semibold',
};

function looks({ variant = 'primary', size = 'normal', isWide = false }: Look): string {
  return classNames(
    'press relative inline-flex items-center justify-center gap-2 rounded-ctl border max-w-full flex-none',
    variants[variant],
    sizes[size],
    isWide && 'w-full',
  );
}

export function Button({
  variant,
  size,
  isWide,
  icon,
  isBusy = false,
  className,
  children,
  onClick,
  type = 'button',
  ...rest
}: Look & ComponentProps<'button'> & { readonly isBusy?: boolean }) {
  return (
    <button
      {...rest}
      type={isBusy ? 'button' : type}
      aria-disabled={isBusy || undefined}
      aria-busy={isBusy || undefined}
      onClick={isBusy ? undefined : onClick}
      className={classNames(
        looks({ variant, size, isWide }),
        'disabled:opacity-50',
        isBusy && 'cursor-progress',
        className,
      )}
    >
      {isBusy ? <Spinner label={text.processing} /> : icon}
      {children}
    </button>
  );
}

export function ButtonLink({
  variant,
  size,
  isWide,
  icon,
  className,
  children,
  ...rest
}: Look & ComponentProps<typeof Link>) {
  return (
    <Link {...rest} className={classNames(looks({ variant, size, isWide }), className)}>
      {icon}
      {children}
    </Link>
  );
}
