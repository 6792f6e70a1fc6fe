// The dialog about a newer version of the terms, shown after a sign-in until the member accepts or postpones it.
//
// Always true: it waits until no other dialog is open, and it stays away from withdrawing and from games; whatever the member
// answers, no screen is closed to him.

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { paths } from '#lib/paths';
import { getErrorMessage } from '#lib/api-error';
import { acceptDueTerms, dueTerms, keepDueTerms } from '#lib/terms';
import { toast } from '#lib/toast';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';

import { text } from './terms-question.text.ts';

const LOOK_MS = 400;

export function TermsQuestion() {
  const { pathname, search } = useLocation();
  const [version, setVersion] = useState(dueTerms);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isElsewhere = pathname === paths.member.withdraw || search !== '';

  useEffect(() => {
    if (version === undefined || isElsewhere) return undefined;
    const timer = setInterval(() => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      clearInterval(timer);
      setOpen(true);
    }, LOOK_MS);
    return () => clearInterval(timer);
  }, [version, isElsewhere]);

  function end() {
    keepDueTerms(undefined);
    setOpen(false);
    setVersion(undefined);
  }

  async function accept() {
    if (version === undefined) return;
    setBusy(true);
    try {
      await acceptDueTerms(version);
      end();
    } catch (error) {
      toast(getErrorMessage(error), 'notice');
    } finally {
      setBusy(false);
    }
  }

  return (
    <Dialog isOpen={isOpen && !isElsewhere} onClose={end} title={text.title} hasStamp isLocked={isBusy}>
      <div className="flex flex-col gap-4">
        <p className="text-base text-text-2">{text.body}</p>
        <a
          href={paths.terms}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center self-start text-label font-medium text-brand-text underline underline-offset-4"
        >
          {text.read}
        </a>
        <Button size="large" isWide isBusy={isBusy} onClick={() => void accept()}>
          {text.accept}
        </Button>
        <Button size="large" isWide variant="secondary" disabled={isBusy} onClick={end}>
          {text.later}
        </Button>
      </div>
    </Dialog>
  );
}
