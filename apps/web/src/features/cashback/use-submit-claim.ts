// Claims the cashback once and reports the result. No request is sent when nothing is claimable (spec §5). A lost
// response is not a failure: the next press repeats the request with the same key.

import { useRef } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { tickError, tickSuccess } from '#lib/browser/haptics';
import { useIsOnline } from '#lib/browser/online';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useDialog } from '#ui/dialog';

import { type Cashback, useClaimCashback } from './cashback.queries.ts';
import { text } from './cashback.text.ts';

export function useSubmitClaim(cashback: Cashback) {
  const { cashbackWallet, minWithdraw } = cashback;
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const claim = useClaimCashback();
  // The mutation's own pending state updates after a second click can arrive.
  const isClaiming = useRef(false);

  function showFailure(error: unknown): Promise<void> {
    tickError();
    if (isApiError(error) && error.isOutcomeUnknown) {
      return showMessage({ title: text.unknownTitle, message: text.unknownResult });
    }
    return showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
  }

  async function claimNow(): Promise<void> {
    try {
      await claim.mutateAsync(cashback);
      tickSuccess();
      await showMessage({ message: messageText.cashbackClaimed, tone: 'success' });
    } catch (error) {
      await showFailure(error);
    }
  }

  function showProblem(): Promise<void> | undefined {
    if (cashbackWallet <= 0) return showMessage(text.none);
    if (cashbackWallet < minWithdraw) return showMessage(text.belowMinimum(formatBaht(toMoney(minWithdraw))));
    return isOnline ? undefined : showMessage(text.needsInternet);
  }

  async function submit(): Promise<void> {
    if (isClaiming.current) return;
    // Busy until the notice is closed: an earlier second click would request an amount already claimed.
    isClaiming.current = true;
    await (showProblem() ?? claimNow());
    isClaiming.current = false;
  }

  return { submit: () => void submit(), isBusy: claim.isPending };
}
