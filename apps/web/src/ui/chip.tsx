// Chips filter or fill in; they look different from tabs on purpose. At least 44 px high, in a row that scrolls and may
// be cut by the edge.

import type { ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

export function Chip({
  isOn = false,
  icon,
  onClick,
  isWide = false,
  children,
}: {
  readonly isOn?: boolean;
  readonly icon?: ReactNode;
  readonly onClick: () => void;
  readonly isWide?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <button
      type="button"
      aria-pressed={isOn}
      onClick={onClick}
      className={classNames(
        'press inline-flex min-h-11 flex-none items-center justify-center gap-1.5 rounded-full border px-4 text-label font-medium whitespace-nowrap transition-colors duration-120',
        isWide && 'w-full px-2!',
        isOn
          ? 'border-brand-text bg-[color-mix(in_srgb,var(--brand-text)_14%,var(--surface-1))] text-text [&>svg]:text-brand-text'
          : 'border-hairline bg-surface-1 text-text-2',
      )}
    >
      {icon}
      {children}
    </button>
  );
}

export function ChipRow({ label, children }: { readonly label: string; readonly children: ReactNode }) {
  return (
    <div
      role="group"
      aria-label={label}
      className="no-scrollbar -mx-4 flex snap-x gap-2 overflow-x-auto scroll-px-4 px-4 py-0.5 lg:mx-0 lg:flex-wrap lg:px-0"
    >
      {children}
    </div>
  );
}
