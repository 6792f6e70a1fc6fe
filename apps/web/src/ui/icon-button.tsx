// A 44-pixel target around an icon. The label is the accessible name and the tooltip.

import type { ComponentProps, ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

export function IconButton({
  label,
  icon,
  className,
  ...rest
}: Omit<ComponentProps<'button'>, 'aria-label' | 'children'> & {
  readonly label: string;
  readonly icon: ReactNode;
}) {
  return (
    <button
      type="button"
      {...rest}
      aria-label={label}
      title={label}
      className={classNames('press grid size-11 flex-none place-items-center rounded-ctl text-text-2', className)}
    >
      {icon}
    </button>
  );
}
