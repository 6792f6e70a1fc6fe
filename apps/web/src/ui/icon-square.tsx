// The drawing at the head of a card.

import type { LucideIcon } from 'lucide-react';

import { classNames } from '@chaba/ui/class-names';

export function IconSquare({ icon: Icon, isQuiet = false }: { readonly icon: LucideIcon; readonly isQuiet?: boolean }) {
  return (
    <span
      aria-hidden="true"
      className={classNames(
        'grid size-11 flex-none place-items-center rounded-ctl border border-hairline bg-surface-2',
        isQuiet ? 'text-text-2' : 'text-brand-text',
      )}
    >
      <Icon size={22} strokeWidth={1.75} />
    </span>
  );
}
