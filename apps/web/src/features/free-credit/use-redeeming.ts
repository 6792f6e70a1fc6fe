// Redeems a code: requests its effect, shows it, and submits it after the member confirms.
//
// Always true: turnover and withdrawal cap are shown before redemption; a code without conditions is redeemed at once.
// A lost response is not a failure: the next press repeats the request with the same key.

import { useRef } from 'react';

import { formatBaht } from '@chaba/money';

import { shownMoney } from '#lib/balance';
import { tickError, tickSuccess } from '#lib/haptics';
import { useIsOnline } from '#lib/online';
import { isRefusal, getErrorMessage } from '#lib/api-error';
import { useDialog } from '#ui/dialog';

import { type CodeQuote, useCodeQuote, useRedeemCode } from './free-credit.queries.ts';
import { text } from './free-credit.text.ts';

type Effect = Omit<CodeQuote, 'balance'>;

export function useRedeeming({
  onDone,
  onRefused,
}: {
  readonly onDone: () => void;
  readonly onRefused: (sentence: string) => void;
}) {
  const { showConfirm, showMessage } = useDialog();
  const isOnline = useIsOnline();
  const quoting = useCodeQuote();
  const redeeming = useRedeemCode();
  // The mutation's own pending state updates after a second click can arrive.
  const isSending = useRef(false);

  async function isAgreed(code: string): Promise<boolean> {
    const quote = await quoting.mutateAsync(code);
    if (!quote || (quote.needTurnover === 0 && quote.maxWithdrawAmount === 0)) return true;
    const lines = [...whatItBrings(quote), ...whatTheCapLeavesFree(quote)];
    return showConfirm({ title: text.question, message: lines.join('\n'), confirm: text.useIt, cancel: text.notNow });
  }

  async function spend(code: string): Promise<void> {
    try {
      if (!(await isAgreed(code))) return;
      const effect = await redeeming.mutateAsync(code);
      tickSuccess();
      onDone();
      await showMessage({ title: text.success, message: whatItBrings(effect).join('\n'), tone: 'success' });
    } catch (error) {
      await failed(error);
    }
  }

  async function failed(error: unknown): Promise<void> {
    tickError();
    if (isRefusal(error, 'ITEM_CODE_INVALID', 'CODE_EMPTY', 'TOO_MANY_REQUESTS')) {
      return onRefused(getErrorMessage(error));
    }
    if (isRefusal(error) && error.isUnanswered) {
      return showMessage({ title: text.unknownTitle, message: text.unknownResult });
    }
    return showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
  }

  async function redeem(code: string): Promise<void> {
    if (isSending.current) return;
    if (!isOnline) return showMessage(text.needsInternet);
    isSending.current = true;
    await spend(code);
    isSending.current = false;
  }

  return { redeem: (code: string) => void redeem(code), isBusy: quoting.isPending || redeeming.isPending };
}

function whatItBrings({ Amount, coins, needTurnover, remainingBefore, remainingAfter, maxWithdrawAmount }: Effect) {
  return [
    ...(Amount > 0 ? [text.credit(inBaht(Amount))] : []),
    ...(coins > 0 ? [text.gotCoins(coins.toLocaleString('en-US'))] : []),
    ...(needTurnover > 0 ? [text.needs(inBaht(needTurnover))] : []),
    // A host that does not return the previous values returns zero for both.
    ...(remainingAfter > 0 ? [text.turnoverBeforeAfter(inBaht(remainingBefore), inBaht(remainingAfter))] : []),
    ...(maxWithdrawAmount > 0 ? [text.mostOut(inBaht(maxWithdrawAmount))] : []),
  ];
}

function whatTheCapLeavesFree({ maxWithdrawAmount, balance }: CodeQuote): string[] {
  if (maxWithdrawAmount === 0 || balance === 0) return [];
  return [text.ownMoneyIsFree(inBaht(balance))];
}

const inBaht = (amount: number): string => formatBaht(shownMoney(amount));
