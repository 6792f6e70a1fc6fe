// Responsible play: information, the public help line of the configuration, and the play break.

import { HeartHandshake } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { useLocation } from 'react-router';

import { useSite } from '#lib/site/site';
import { Card } from '#ui/card';

import { Limits } from './limits.tsx';
import { PlayBreakForm } from './play-break-form.tsx';
import { text } from './profile.text.ts';

/** Fragment of the account's address that leads here. */
const HASH = '#care';

export function ResponsiblePlay() {
  const { site } = useSite();
  const { hash } = useLocation();
  const section = useRef<HTMLDivElement>(null);

  useEffect(() => {
    if (hash === HASH) section.current?.scrollIntoView({ block: 'center' });
  }, [hash]);

  return (
    <div ref={section} id={HASH.slice(1)}>
      <Card as="section">
        <h2 className="flex items-center gap-3 text-base font-medium">
          <HeartHandshake aria-hidden="true" size={22} strokeWidth={1.75} className="flex-none text-text-2" />
          {text.care}
        </h2>
        <ul className="mt-2 flex list-disc flex-col gap-1 pl-9 text-small text-text-2 marker:text-text-3">
          {text.careLines.map((line) => (
            <li key={line}>{line}</li>
          ))}
          {site.helpLine && <li>{text.helpLine(site.helpLine)}</li>}
        </ul>
        <Limits />
        <PlayBreakForm />
      </Card>
    </div>
  );
}
