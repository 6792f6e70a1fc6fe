// The support chat in the header of a page whose form a floating button would cover, and on a page without a frame.

import { MessageCircleMore } from 'lucide-react';

import { classNames } from '@chaba/ui/class-names';

import { text } from './layouts.text.ts';

export function ChatLink({
  to,
  isWhenLow = false,
  label = '',
}: {
  readonly to: string;
  /** Only where the window is too low for the floating one. */
  readonly isWhenLow?: boolean;
  /** Visible words, at every width: on a page without a bar. */
  readonly label?: string;
}) {
  return (
    <a
      href={to}
      target="_blank"
      rel="noopener noreferrer"
      aria-label={label === '' ? text.chatWithAdmin : undefined}
      title={text.chatWithAdmin}
      className={classNames(
        'press inline-flex min-h-11 flex-none items-center justify-center gap-1.5 rounded-ctl text-text-2',
        label === '' ? 'size-11 lg:hidden' : 'px-3 text-label font-medium',
        isWhenLow && '[@media(height>=800px)]:hidden',
      )}
    >
      <MessageCircleMore aria-hidden="true" size={24} strokeWidth={1.75} />
      {label}
    </a>
  );
}
