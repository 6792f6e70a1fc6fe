// Withdraws the income once and says what came of it: paid, or waiting for a person. A lost answer is no failure, and the next
// press asks the same question.

import { useRef } from 'react';

import { answerText } from '@chaba/contract/answers.text';
import { PENDING } from '@chaba/contract/history';
import { formatBaht } from '@chaba/money';

import { shownMoney } from '#lib/balance';
import { tickError, tickSuccess } from '#lib/haptics';
import { useIsOnline } from '#lib/online';
import { isRefusal, sentenceOf } from '#lib/refusal';
import { useDialog } from '#ui/dialog';

import { type Affiliate, useWithdrawIncome } from './affiliate.queries.ts';
import { text } from './affiliate.text.ts';
import { availableOf } from './income.ts';

export function useWithdrawing(affiliate: Affiliate) {
  const { tell } = useDialog();
  const isOnline = useIsOnline();
  const withdrawal = useWithdrawIncome();
  // The mutation's own state comes a moment later than a second click.
  const isAsking = useRef(false);

  function failed(error: unknown) {
    tickError();
    if (isRefusal(error) && error.isUnanswered) void tell({ title: text.unknownTitle, message: text.unknownResult });
    else void tell({ title: text.failedTitle, message: sentenceOf(error), tone: 'failure' });
  }

  function done({ Amount, Status }: { readonly Amount: number; readonly Status: number }) {
    tickSuccess();
    if (Status !== PENDING) return void tell({ message: answerText.affiliateWithdrawn, tone: 'success' });
    const amount = formatBaht(shownMoney(Amount));
    return void tell({ title: text.requestedTitle, message: text.requestedDetail(amount) });
  }

  function ask() {
    if (isAsking.current) return;
    const available = availableOf(affiliate);
    const minimum = shownMoney(affiliate.setting.minWithdraw);
    if (available <= 0n) return void tell(text.none);
    if (available < minimum) return void tell(text.belowMinimum(formatBaht(minimum)));
    if (!isOnline) return void tell(text.needsInternet);
    isAsking.current = true;
    return withdrawal.mutate(affiliate, {
      onSuccess: ({ data }) => done(data),
      onError: failed,
      onSettled: () => {
        isAsking.current = false;
      },
    });
  }

  return { ask, isBusy: withdrawal.isPending };
}
