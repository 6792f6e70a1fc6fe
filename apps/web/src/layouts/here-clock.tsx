// The clock of the menu: time spent on the site.

import { Clock } from 'lucide-react';

import { useIsHydrated } from '#lib/react/hydration';
import { useMinutesOnSite } from '#lib/games/play-clock';

import { text } from './layouts.text.ts';

export function HereClock() {
  const counted = useMinutesOnSite();
  const minutes = useIsHydrated() ? counted : 0;
  return (
    <p className="num flex items-center gap-2 px-3.5 py-2 text-micro text-text-3">
      <Clock aria-hidden="true" size={16} strokeWidth={1.75} className="flex-none" />
      <span className="text-balance">{text.hereFor(Math.floor(minutes / 60), minutes % 60)}</span>
    </p>
  );
}
