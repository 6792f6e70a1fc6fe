// Footer of landing, home and lobby: age limit, purpose of games, help.

import { paths } from '#lib/paths';
import { useSite } from '#lib/site/site';
import { Link } from '#ui/link';

import { text } from './parts.text.ts';

export function SiteFooter() {
  const { site } = useSite();
  return (
    <footer className="flex flex-col gap-3 border-t border-hairline pt-5 text-small text-text-3">
      <div className="flex items-center gap-3">
        <span
          aria-hidden="true"
          className="grid size-10 flex-none place-items-center rounded-full border-[1.5px] border-line-strong font-semibold text-text-2"
        >
          {text.ageMark}
        </span>
        <p>
          {text.age} {text.notIncome}
        </p>
      </div>
      <details>
        <summary className="inline-flex min-h-11 items-center text-text-2 underline underline-offset-4">
          {text.care}
        </summary>
        <div className="flex flex-col gap-1 pb-2">
          <p>{text.risk}</p>
          <p>{text.chase}</p>
          {site.helpLine && <p>{text.helpLine(site.helpLine)}</p>}
        </div>
      </details>
      <Link
        to={paths.terms}
        className="inline-flex min-h-11 items-center self-start text-text-2 underline underline-offset-4"
      >
        {text.terms}
      </Link>
    </footer>
  );
}
