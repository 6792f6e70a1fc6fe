// The <main> of every page and the link that skips to it.

import type { ReactNode } from 'react';

import { classNames } from '@chaba/ui/class-names';

import { text } from './layouts.text.ts';

export function SkipLink() {
  return (
    <a
      href="#main"
      className="sr-only z-70 rounded-ctl bg-surface-2 text-label focus:not-sr-only focus:fixed focus:top-2 focus:left-2 focus:px-4! focus:py-3!"
    >
      {text.skip}
    </a>
  );
}

export function MainArea({
  hasBar,
  isNarrow,
  children,
}: {
  readonly hasBar: boolean;
  /** A form or a list that does not gain from width: one column of 560 on a desktop. */
  readonly isNarrow: boolean;
  readonly children: ReactNode;
}) {
  return (
    <main
      id="main"
      tabIndex={-1}
      className={classNames(
        'mx-auto flex w-full flex-col gap-6 px-4 pt-5 outline-none lg:gap-7 lg:px-8 lg:pt-6 lg:pb-12',
        hasBar ? 'pb-33' : 'pb-24',
        isNarrow ? 'max-w-[624px]' : 'max-w-[1120px]',
      )}
    >
      {children}
    </main>
  );
}
