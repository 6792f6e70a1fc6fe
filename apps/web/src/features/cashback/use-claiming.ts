// Claims once and says what came of it. Nothing is asked when there is nothing to claim (spec §5); a lost answer is no
// failure, and the next press asks the same question.

import { useRef } from 'react';

import { answerText } from '@chaba/contract/answers.text';
import { formatBaht, fromBaht, zeroMoney } from '@chaba/money';

import { tickError, tickSuccess } from '#lib/haptics';
import { useIsOnline } from '#lib/online';
import { isRefusal, sentenceOf } from '#lib/refusal';
import { useDialog } from '#ui/dialog';

import { type Cashback, useClaimCashback } from './cashback.queries.ts';
import { text } from './cashback.text.ts';

export function useClaiming(cashback: Cashback) {
  const { cashbackWallet, minWithdraw } = cashback;
  const { tell } = useDialog();
  const isOnline = useIsOnline();
  const claim = useClaimCashback();
  // The mutation's own state comes a moment later than a second click.
  const isClaiming = useRef(false);

  function failed(error: unknown) {
    tickError();
    if (isRefusal(error) && error.isUnanswered) void tell({ title: text.unknownTitle, message: text.unknownResult });
    else void tell({ title: text.failedTitle, message: sentenceOf(error), tone: 'failure' });
  }

  function ask() {
    if (isClaiming.current) return;
    if (cashbackWallet <= 0) return void tell(text.none);
    if (cashbackWallet < minWithdraw) {
      return void tell(text.belowMinimum(formatBaht(fromBaht(minWithdraw) ?? zeroMoney)));
    }
    if (!isOnline) return void tell(text.needsInternet);
    isClaiming.current = true;
    return claim.mutate(cashback, {
      onSuccess: () => {
        tickSuccess();
        void tell({ message: answerText.cashbackClaimed, tone: 'success' });
      },
      onError: failed,
      onSettled: () => {
        isClaiming.current = false;
      },
    });
  }

  return { ask, isBusy: claim.isPending };
}
