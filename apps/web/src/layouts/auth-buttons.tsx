// Login and register in the header of a visitor. Links, so that they work everywhere; a plain press opens
// the form as a dialog over the page (spec §2).

import type { MouseEvent } from 'react';

import { paths } from '#lib/paths';
import { preloadOverlays } from '#ui/dialog';

import { useAuthDialog } from './auth-dialog.tsx';
import { text } from './layouts.text.ts';
import { Link } from '#ui/link';

export function AuthButtons() {
  const { open, dialog } = useAuthDialog();

  function openInstead(form: 'login' | 'register') {
    return (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlain) return;
      event.preventDefault();
      open(form);
    };
  }

  return (
    <>
      <Link
        to={paths.login}
        onPointerDown={preloadOverlays}
        onClick={openInstead('login')}
        className="press inline-flex min-h-11 items-center px-0.5 text-label md:px-2 font-semibold whitespace-nowrap"
      >
        {text.login}
      </Link>
      <Link
        to={paths.register}
        onPointerDown={preloadOverlays}
        onClick={openInstead('register')}
        className="press inline-flex min-h-11 items-center rounded-ctl border border-line-strong/70 px-2.5 text-label md:px-3.5 font-semibold whitespace-nowrap"
      >
        {text.register}
      </Link>
      {dialog}
    </>
  );
}
