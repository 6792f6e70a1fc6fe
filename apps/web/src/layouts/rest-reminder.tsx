// After every hour with a game open the member is asked whether to rest; resting signs out. Beside it the clock of the
// menu: how long one has been here.

import { Clock } from 'lucide-react';
import { useEffect, useRef } from 'react';

import { useMinutesHere, useMinutesPlayed } from '#lib/play-clock';
import { useDialog } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { useSignOutNow } from './sign-out.ts';

const EVERY_MINUTES = 60;

export function RestReminder() {
  const minutes = useMinutesPlayed();
  const { ask } = useDialog();
  const signOutNow = useSignOutNow();
  const hours = Math.floor(minutes / EVERY_MINUTES);
  const told = useRef(hours);

  useEffect(() => {
    if (hours <= told.current) return;
    told.current = hours;
    void ask({
      title: text.care,
      message: text.restQuestion(hours * EVERY_MINUTES),
      confirm: text.rest,
      cancel: text.goOn,
    }).then((isTired) => (isTired ? signOutNow() : undefined));
  }, [hours, ask, signOutNow]);

  return null;
}

export function HereClock() {
  const minutes = useMinutesHere();
  return (
    <p className="num flex items-center gap-2 px-3.5 py-2 text-micro text-text-3">
      <Clock aria-hidden="true" size={16} strokeWidth={1.75} className="flex-none" />
      <span className="text-balance">{text.hereFor(Math.floor(minutes / 60), minutes % 60)}</span>
    </p>
  );
}
