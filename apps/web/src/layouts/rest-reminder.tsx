// After every hour with a game open the member is asked whether to rest; resting signs out.

import { useEffect, useRef } from 'react';

import { useMinutesPlayed } from '#lib/play-clock';
import { useDialog } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { useSignOutNow } from './sign-out.ts';

const EVERY_MINUTES = 60;

export function RealityCheck() {
  const minutes = useMinutesPlayed();
  const { showConfirm } = useDialog();
  const signOutNow = useSignOutNow();
  const hours = Math.floor(minutes / EVERY_MINUTES);
  const told = useRef(hours);

  useEffect(() => {
    if (hours <= told.current) return;
    told.current = hours;
    void showConfirm({
      title: text.care,
      message: text.restQuestion(hours * EVERY_MINUTES),
      confirm: text.rest,
      cancel: text.goOn,
    }).then((isTired) => (isTired ? signOutNow() : undefined));
  }, [hours, showConfirm, signOutNow]);

  return null;
}
