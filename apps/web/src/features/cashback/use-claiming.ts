// Claims once and says what came of it. Nothing is asked when there is nothing to claim (spec §5); a lost answer is no
// failure, and the next press asks the same question.

import { useRef } from 'react';

import { answerText } from '@chaba/contract/messages.text';
import { formatBaht } from '@chaba/money';

import { shownMoney } from '#lib/balance';
import { tickError, tickSuccess } from '#lib/haptics';
import { useIsOnline } from '#lib/online';
import { isRefusal, getErrorMessage } from '#lib/api-error';
import { useDialog } from '#ui/dialog';

import { type Cashback, useClaimCashback } from './cashback.queries.ts';
import { text } from './cashback.text.ts';

export function useSubmitClaim(cashback: Cashback) {
  const { cashbackWallet, minWithdraw } = cashback;
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const claim = useClaimCashback();
  // The mutation's own state comes a moment later than a second click.
  const isClaiming = useRef(false);

  function failed(error: unknown): Promise<void> {
    tickError();
    if (isRefusal(error) && error.isUnanswered) {
      return showMessage({ title: text.unknownTitle, message: text.unknownResult });
    }
    return showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
  }

  async function claimNow(): Promise<void> {
    try {
      await claim.mutateAsync(cashback);
      tickSuccess();
      await showMessage({ message: answerText.cashbackClaimed, tone: 'success' });
    } catch (error) {
      await failed(error);
    }
  }

  function tellProblem(): Promise<void> | undefined {
    if (cashbackWallet <= 0) return showMessage(text.none);
    if (cashbackWallet < minWithdraw) return showMessage(text.belowMinimum(formatBaht(shownMoney(minWithdraw))));
    return isOnline ? undefined : showMessage(text.needsInternet);
  }

  async function ask(): Promise<void> {
    if (isClaiming.current) return;
    // Until the notice is read: a second click on the way to it would ask about what the first one took.
    isClaiming.current = true;
    await (tellProblem() ?? claimNow());
    isClaiming.current = false;
  }

  return { ask: () => void ask(), isBusy: claim.isPending };
}
