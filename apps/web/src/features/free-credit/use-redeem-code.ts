// Redeems a code: requests its effect, shows it, and submits it after the member confirms.
//
// Always true: turnover and withdrawal cap are shown before redemption; a code without conditions is redeemed at once.
// A lost response is not a failure: the next press repeats the request with the same key.

import { useRef } from 'react';

import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { tickError, tickSuccess } from '#lib/browser/haptics';
import { useIsOnline } from '#lib/browser/online';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useDialog } from '#ui/dialog';

import { type CodeQuote, useCodeQuote, useRedeemCode } from './free-credit.queries.ts';
import { text } from './free-credit.text.ts';

type Effect = Omit<CodeQuote, 'balance'>;

export function useRedeem({
  onDone,
  onRejected,
}: {
  readonly onDone: () => void;
  readonly onRejected: (sentence: string) => void;
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
    const lines = [...describeEffect(quote), ...describeUncapped(quote)];
    return showConfirm({ title: text.question, message: lines.join('\n'), confirm: text.useIt, cancel: text.notNow });
  }

  async function submit(code: string): Promise<void> {
    try {
      if (!(await isAgreed(code))) return;
      const effect = await redeeming.mutateAsync(code);
      tickSuccess();
      onDone();
      await showMessage({ title: text.success, message: describeEffect(effect).join('\n'), tone: 'success' });
    } catch (error) {
      await showFailure(error);
    }
  }

  async function showFailure(error: unknown): Promise<void> {
    tickError();
    if (isApiError(error, 'ITEM_CODE_INVALID', 'CODE_EMPTY', 'TOO_MANY_REQUESTS')) {
      return onRejected(getErrorMessage(error));
    }
    if (isApiError(error) && error.isOutcomeUnknown) {
      return showMessage({ title: text.unknownTitle, message: text.unknownResult });
    }
    return showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
  }

  async function redeem(code: string): Promise<void> {
    if (isSending.current) return;
    if (!isOnline) return showMessage(text.needsInternet);
    isSending.current = true;
    await submit(code);
    isSending.current = false;
  }

  return { redeem: (code: string) => void redeem(code), isBusy: quoting.isPending || redeeming.isPending };
}

function describeEffect({ Amount, coins, needTurnover, remainingBefore, remainingAfter, maxWithdrawAmount }: Effect) {
  return [
    ...(Amount > 0 ? [text.credit(formatWireBaht(Amount))] : []),
    ...(coins > 0 ? [text.gotCoins(coins.toLocaleString('en-US'))] : []),
    ...(needTurnover > 0 ? [text.needs(formatWireBaht(needTurnover))] : []),
    // A host that does not return the previous values returns zero for both.
    ...(remainingAfter > 0
      ? [text.turnoverBeforeAfter(formatWireBaht(remainingBefore), formatWireBaht(remainingAfter))]
      : []),
    ...(maxWithdrawAmount > 0 ? [text.mostOut(formatWireBaht(maxWithdrawAmount))] : []),
  ];
}

function describeUncapped({ maxWithdrawAmount, balance }: CodeQuote): string[] {
  if (maxWithdrawAmount === 0 || balance === 0) return [];
  return [text.ownMoneyIsFree(formatWireBaht(balance))];
}

const formatWireBaht = (amount: number): string => formatBaht(toMoney(amount));
