// An important message: a warning above a button, a fact above a list. Icon, text and colour.

import { CircleCheck, Info, TriangleAlert } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from './class-names.ts';

const looks = {
  warning: {
    box: 'border-warning/32 bg-warning/9',
    icon: <TriangleAlert aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 text-warning" />,
  },
  info: {
    box: 'border-info/28 bg-info/8',
    icon: <Info aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 text-info" />,
  },
  success: {
    box: 'border-success/32 bg-success/9',
    icon: <CircleCheck aria-hidden="true" size={20} strokeWidth={1.75} className="mt-0.5 text-success" />,
  },
} as const;

export function Callout({
  tone = 'info',
  children,
}: {
  readonly tone?: keyof typeof looks;
  readonly children: ReactNode;
}) {
  return (
    <div
      className={classNames('flex gap-2.5 rounded-ctl border px-3.5 py-3 text-label leading-[1.6]', looks[tone].box)}
    >
      {looks[tone].icon}
      <div className="min-w-0 flex-1">{children}</div>
    </div>
  );
}
