// Help with a deposit: the chat bot, and the contact for cash.

import { MessageCircleMore } from 'lucide-react';

import { useSite } from '#lib/site/site';
import { buildChatUrl } from '#lib/site/support';

import { text } from './deposit.text.ts';

export function DepositHelp() {
  const { site } = useSite();
  return (
    <div className="flex flex-col items-center gap-1 text-center text-small text-text-3">
      <a
        href={buildChatUrl(site.LineId)}
        target="_blank"
        rel="noreferrer"
        className="press inline-flex min-h-11 items-center gap-2 text-label font-medium text-text-2 underline underline-offset-4"
      >
        <MessageCircleMore aria-hidden="true" size={20} strokeWidth={1.75} />
        {text.bot}
      </a>
      <p>{text.cash}</p>
    </div>
  );
}
