// Suggests a rest after every hour with a game open; accepting signs out.

import { useEffect, useRef } from 'react';

import { useMinutesPlayed } from '#lib/games/play-clock';
import { useDialog } from '#ui/dialog';

import { text } from './layouts.text.ts';
import { useSignOutNow } from '#lib/member/sign-out';

const EVERY_MINUTES = 60;

export function RealityCheck() {
  const minutes = useMinutesPlayed();
  const { showConfirm } = useDialog();
  const signOutNow = useSignOutNow();
  const hours = Math.floor(minutes / EVERY_MINUTES);
  const remindedHours = useRef(hours);

  useEffect(() => {
    if (hours <= remindedHours.current) return;
    remindedHours.current = hours;
    void showConfirm({
      title: text.care,
      message: text.restQuestion(hours * EVERY_MINUTES),
      confirm: text.rest,
      cancel: text.goOn,
    }).then((isTired) => (isTired ? signOutNow() : undefined));
  }, [hours, showConfirm, signOutNow]);

  return null;
}
