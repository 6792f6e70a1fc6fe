// Login and register in the header of a visitor. They are links; a plain press opens the form as a dialog over the page
// (spec §2).

import { useState, type ComponentType, type MouseEvent } from 'react';

import { paths } from '#lib/paths';
import { preloadOverlays } from '#ui/dialog';
import { Link } from '#ui/link';

import { text } from './layouts.text.ts';

type AuthForm = 'login' | 'register';

export type AuthDialogProps = {
  readonly form: AuthForm;
  readonly isOpen: boolean;
  /** Switches to the other form. */
  readonly onForm: (form: AuthForm) => void;
  readonly onClose: () => void;
};

/** The dialog, whose code is loaded when the page is idle or the dialog is wanted. */
export type AuthDialog = ComponentType<AuthDialogProps & { readonly isWanted: boolean }>;

/** Play, free credit and chat are in the bar of a phone; a wide window shows them here (spec §2). */
const WIDE = 'press hidden min-h-11 items-center px-2 text-label font-medium lg:inline-flex';

export function AuthButtons({
  chatTo,
  authDialog: Dialog,
}: {
  readonly chatTo: string;
  readonly authDialog: AuthDialog;
}) {
  const [form, setForm] = useState<AuthForm>('login');
  const [isOpen, setOpen] = useState(false);

  function openDialog(wanted: AuthForm) {
    return (event: MouseEvent) => {
      const isPlain = event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;
      if (!isPlain) return;
      event.preventDefault();
      setForm(wanted);
      setOpen(true);
    };
  }

  return (
    <>
      <Link to={paths.login} className={WIDE}>
        {text.play}
      </Link>
      <Link to={paths.login} className={WIDE}>
        {text.freeCredit}
      </Link>
      <Link to={paths.promotion} className={WIDE}>
        {text.promotion}
      </Link>
      <a href={chatTo} target="_blank" rel="noopener noreferrer" className={WIDE}>
        {text.chat}
      </a>
      <Link
        to={paths.login}
        onPointerDown={preloadOverlays}
        onClick={openDialog('login')}
        className="press inline-flex min-h-11 items-center px-0.5 text-label md:px-2 font-semibold"
      >
        {text.login}
      </Link>
      <Link
        to={paths.register}
        onPointerDown={preloadOverlays}
        onClick={openDialog('register')}
        className="press inline-flex min-h-11 items-center rounded-ctl border border-line-strong/70 px-2.5 text-label md:px-3.5 font-semibold whitespace-nowrap"
      >
        {text.register}
      </Link>
      <Dialog isWanted={isOpen} form={form} isOpen={isOpen} onForm={setForm} onClose={() => setOpen(false)} />
    </>
  );
}
