// Withdraws the income once and reports the result: paid, or under review. A lost response is not a failure: the next
// press repeats the request with the same key.

import { useRef } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import { PENDING } from '@chaba/contract/codes';
import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { tickError, tickSuccess } from '#lib/browser/haptics';
import { useIsOnline } from '#lib/browser/online';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useDialog } from '#ui/dialog';

import { type Affiliate, useWithdrawIncome } from './affiliate.queries.ts';
import { text } from './affiliate.text.ts';
import { computeAvailable } from './income.ts';

export function useWithdrawing(affiliate: Affiliate) {
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const withdrawal = useWithdrawIncome();
  // The mutation's own pending state updates after a second click can arrive.
  const isSubmitting = useRef(false);

  function showFailure(error: unknown): Promise<void> {
    tickError();
    if (isApiError(error) && error.isOutcomeUnknown) {
      return showMessage({ title: text.unknownTitle, message: text.unknownResult });
    }
    return showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
  }

  function showResult({ Amount, Status }: { readonly Amount: number; readonly Status: number }): Promise<void> {
    tickSuccess();
    if (Status !== PENDING) return showMessage({ message: messageText.affiliateWithdrawn, tone: 'success' });
    return showMessage({ title: text.requestedTitle, message: text.requestedDetail(formatBaht(toMoney(Amount))) });
  }

  async function withdrawNow(): Promise<void> {
    try {
      await showResult((await withdrawal.mutateAsync(affiliate)).data);
    } catch (error) {
      await showFailure(error);
    }
  }

  function showProblem(): Promise<void> | undefined {
    const available = computeAvailable(affiliate);
    const minimum = toMoney(affiliate.setting.minWithdraw);
    if (available <= 0n) return showMessage(text.none);
    if (available < minimum) return showMessage(text.belowMinimum(formatBaht(minimum)));
    return isOnline ? undefined : showMessage(text.needsInternet);
  }

  async function submit(): Promise<void> {
    if (isSubmitting.current) return;
    // Busy until the message is closed: an earlier second click would refer to income that is already withdrawn.
    isSubmitting.current = true;
    await (showProblem() ?? withdrawNow());
    isSubmitting.current = false;
  }

  return { submit: () => void submit(), isBusy: withdrawal.isPending };
}
