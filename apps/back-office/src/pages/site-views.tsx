// The parts of the page of the site, as links.

import { classNames } from '@chaba/ui/class-names';
import { NavLink } from 'react-router';

import { useSiteWords } from '#text/site-words';

const VIEWS = { settings: '', announcements: '/announcements', terms: '/terms' } as const;

export function SiteViews({ site }: { readonly site: string }) {
  const text = useSiteWords();
  return (
    <nav aria-label={text.view} className="flex gap-1">
      {(Object.keys(VIEWS) as (keyof typeof VIEWS)[]).map((view) => (
        <NavLink
          key={view}
          end
          to={`/${site}/site${VIEWS[view]}`}
          className={({ isActive }) =>
            classNames(
              'inline-flex min-h-11 items-center border-b-2 px-2 lg:min-h-9',
              isActive ? 'border-accent font-semibold text-text' : 'border-transparent text-text-2',
            )
          }
        >
          {text.views[view]}
        </NavLink>
      ))}
    </nav>
  );
}
