// Withdraws the income once and says what came of it: paid, or waiting for a person. A lost answer is no failure, and the next
// press asks the same question.

import { useRef } from 'react';

import { messageText } from '@chaba/contract/messages.text';
import { PENDING } from '@chaba/contract/codes';
import { formatBaht } from '@chaba/money';

import { shownMoney } from '#lib/balance';
import { tickError, tickSuccess } from '#lib/haptics';
import { useIsOnline } from '#lib/online';
import { isRefusal, getErrorMessage } from '#lib/api-error';
import { useDialog } from '#ui/dialog';

import { type Affiliate, useWithdrawIncome } from './affiliate.queries.ts';
import { text } from './affiliate.text.ts';
import { availableOf } from './income.ts';

export function useWithdrawing(affiliate: Affiliate) {
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const withdrawal = useWithdrawIncome();
  // The mutation's own state comes a moment later than a second click.
  const isAsking = useRef(false);

  function failed(error: unknown): Promise<void> {
    tickError();
    if (isRefusal(error) && error.isUnanswered) {
      return showMessage({ title: text.unknownTitle, message: text.unknownResult });
    }
    return showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
  }

  function done({ Amount, Status }: { readonly Amount: number; readonly Status: number }): Promise<void> {
    tickSuccess();
    if (Status !== PENDING) return showMessage({ message: messageText.affiliateWithdrawn, tone: 'success' });
    return showMessage({ title: text.requestedTitle, message: text.requestedDetail(formatBaht(shownMoney(Amount))) });
  }

  async function withdrawNow(): Promise<void> {
    try {
      await done((await withdrawal.mutateAsync(affiliate)).data);
    } catch (error) {
      await failed(error);
    }
  }

  function tellProblem(): Promise<void> | undefined {
    const available = availableOf(affiliate);
    const minimum = shownMoney(affiliate.setting.minWithdraw);
    if (available <= 0n) return showMessage(text.none);
    if (available < minimum) return showMessage(text.belowMinimum(formatBaht(minimum)));
    return isOnline ? undefined : showMessage(text.needsInternet);
  }

  async function ask(): Promise<void> {
    if (isAsking.current) return;
    // Until the notice is read: a second click on the way to it would ask about what the first one took.
    isAsking.current = true;
    await (tellProblem() ?? withdrawNow());
    isAsking.current = false;
  }

  return { ask: () => void ask(), isBusy: withdrawal.isPending };
}
