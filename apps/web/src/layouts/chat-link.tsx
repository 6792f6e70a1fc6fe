// The support chat in the header of a page whose form a floating button would cover.

import { MessageCircleMore } from 'lucide-react';

import { classNames } from '#lib/react/class-names';

import { text } from './layouts.text.ts';

export function ChatLink({
  to,
  isWhenLow = false,
}: {
  readonly to: string;
  /** Only where the window is too low for the floating one. */
  readonly isWhenLow?: boolean;
}) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={text.chatWithAdmin}
      title={text.chatWithAdmin}
      className={classNames(
        'press grid size-11 flex-none place-items-center rounded-ctl text-text-2 lg:hidden',
        isWhenLow && '[@media(height>=800px)]:hidden',
      )}
    >
      <MessageCircleMore aria-hidden="true" size={24} strokeWidth={1.75} />
    </a>
  );
}
