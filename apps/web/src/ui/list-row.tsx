// One row of a list: icon, text, content at the end. A link, a button or neither; the whole row is the target. Used
// inside RowList.

import { ChevronRight } from 'lucide-react';
import type { ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';
import { Link } from './link.tsx';

export function ListRow({
  icon,
  title,
  detail,
  end,
  to,
  onClick,
  isDanger = false,
}: {
  readonly icon?: ReactNode;
  readonly title: ReactNode;
  readonly detail?: ReactNode;
  readonly end?: ReactNode;
  readonly to?: string;
  readonly onClick?: () => void;
  readonly isDanger?: boolean;
}) {
  const contents = (
    <>
      {icon && <span className={classNames('flex-none', isDanger ? 'text-danger' : 'text-text-2')}>{icon}</span>}
      <span className="min-w-[4rem] flex-1">
        <span className={classNames('block text-base', isDanger && 'text-danger')}>{title}</span>
        {detail && <span className="block text-micro text-text-2">{detail}</span>}
      </span>
      {end && <span className="ml-auto">{end}</span>}
      {to && <ChevronRight aria-hidden="true" size={20} strokeWidth={1.75} className="text-text-3" />}
    </>
  );
  const look = 'flex min-h-14 w-full flex-wrap items-center gap-x-3 py-2 text-left';

  return (
    <li>
      {to && (
        <Link to={to} className={look}>
          {contents}
        </Link>
      )}
      {!to && onClick && (
        <button type="button" onClick={onClick} className={look}>
          {contents}
        </button>
      )}
      {!to && !onClick && <div className={look}>{contents}</div>}
    </li>
  );
}
