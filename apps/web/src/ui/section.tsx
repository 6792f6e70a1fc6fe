// A part of a page with its heading, and a "see all" link or a count on the right.

import { ChevronRight } from 'lucide-react';
import { useId, type ReactNode } from 'react';

import { text } from './ui.text.ts';
import { Link } from './link.tsx';

export function Section({
  title,
  detail,
  aside,
  moreTo,
  children,
}: {
  readonly title: string;
  readonly detail?: string;
  readonly aside?: ReactNode;
  readonly moreTo?: string;
  readonly children: ReactNode;
}) {
  const id = useId();
  return (
    <section aria-labelledby={id}>
      <div className="mb-3 flex min-h-8 items-center justify-between gap-3">
        <div>
          <h2 id={id} className="text-title-2">
            {title}
          </h2>
          {detail && <p className="text-small text-text-2">{detail}</p>}
        </div>
        {aside}
        {moreTo && (
          <Link
            to={moreTo}
            aria-label={`${text.seeAll} ${title}`}
            className="-my-1.5 flex min-h-11 items-center gap-0.5 text-small font-medium text-text-2"
          >
            {text.seeAll}
            <ChevronRight aria-hidden="true" size={18} strokeWidth={1.75} />
          </Link>
        )}
      </div>
      {children}
    </section>
  );
}
