// The status of a movement (spec §4): 0 and 1 approved, 2 pending, 3 failed. Icon, word and colour.

import { CircleCheck, CircleX, Clock3 } from 'lucide-react';

import { messageText } from '@chaba/contract/messages.text';
import { FAILED, PENDING } from '@chaba/contract/codes';

import { classNames } from '@chaba/ui/class-names';

const icon = { 'aria-hidden': true, size: 17, strokeWidth: 1.75 } as const;

export function StatusMark({ status }: { readonly status: number }) {
  const { word, tone, Icon } = getLook(status);
  return (
    <span className={classNames('inline-flex items-center gap-1.5 text-small whitespace-nowrap', tone)}>
      <Icon {...icon} />
      {word}
    </span>
  );
}

function getLook(status: number) {
  if (status === PENDING) return { word: messageText.statusPending, tone: 'text-warning', Icon: Clock3 };
  if (status === FAILED) return { word: messageText.statusFailed, tone: 'text-danger', Icon: CircleX };
  return { word: messageText.statusApproved, tone: 'text-success', Icon: CircleCheck };
}
