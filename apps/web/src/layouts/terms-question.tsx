// The dialog about a newer version of the terms, shown after a sign-in until the member accepts or postpones it.
//
// Always true: it opens when no other dialog is open, and never on the withdrawal page or in a game; no answer blocks a
// screen.

import { useEffect, useState } from 'react';
import { useLocation } from 'react-router';

import { paths } from '#lib/paths';
import { getErrorMessage } from '#lib/api/api-error';
import { acceptDueTerms, getDueTerms, storeDueTerms } from '#lib/member/terms';
import { termsQuestionText } from '#lib/member/terms.text';
import { toast } from '#lib/react/toast';
import { Button } from '#ui/button';
import { Dialog } from '#ui/dialog';

const CHECK_MS = 400;

export function TermsQuestion() {
  const { pathname, search } = useLocation();
  const [version, setVersion] = useState(getDueTerms);
  const [isOpen, setOpen] = useState(false);
  const [isBusy, setBusy] = useState(false);
  const isElsewhere = pathname === paths.member.withdraw || search !== '';

  useEffect(() => {
    if (version === undefined || isElsewhere) return undefined;
    const timer = setInterval(() => {
      if (document.querySelector('[role="dialog"], [role="alertdialog"]')) return;
      clearInterval(timer);
      setOpen(true);
    }, CHECK_MS);
    return () => clearInterval(timer);
  }, [version, isElsewhere]);

  function end() {
    storeDueTerms(undefined);
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
    <Dialog isOpen={isOpen && !isElsewhere} onClose={end} title={termsQuestionText.title} hasFootnote isLocked={isBusy}>
      <div className="flex flex-col gap-4">
        <p className="text-base text-text-2">{termsQuestionText.body}</p>
        <a
          href={paths.terms}
          target="_blank"
          rel="noopener"
          className="inline-flex min-h-11 items-center self-start text-label font-medium text-brand-text underline underline-offset-4"
        >
          {termsQuestionText.read}
        </a>
        <Button size="large" isWide isBusy={isBusy} onClick={() => void accept()}>
          {termsQuestionText.accept}
        </Button>
        <Button size="large" isWide variant="secondary" disabled={isBusy} onClick={end}>
          {termsQuestionText.later}
        </Button>
      </div>
    </Dialog>
  );
}
