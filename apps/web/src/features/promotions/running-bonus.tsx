// The running bonus: turnover progress, expiry, bet rules, and cancelling it with the balances before and after. The
// server computes the effect of a cancel.

import { useState } from 'react';

import { listBetTerms } from '@chaba/contract/promotion-terms';
import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { type RunningBonus as Running, useCancelBonus } from '#lib/promotions/bonus';
import { useSingleFlight } from '#lib/react/use-single-flight';
import { tickError, tickSuccess } from '#lib/browser/haptics';
import { useIsOnline } from '#lib/browser/online';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { DateTime } from '#ui/date-time';
import { Sheet, useDialog } from '#ui/dialog';
import { Money } from '#ui/money';
import { MoneyCard, MoneyCardBody, MoneyCardFacts } from '#ui/money-card';
import { FreeSpinsNotice } from '#parts/open-rounds-notice';
import { TurnoverMeter } from '#parts/turnover-meter';

import { text } from './promotions.text.ts';

export function RunningBonus({ bonus }: { readonly bonus: Running }) {
  const { site } = useSite();
  const [isCancelling, setCancelling] = useState(false);
  const cap = toMoney(bonus.maxWithdrawAmount);
  const waiting = bonus.freeSpins ?? 0;
  return (
    <MoneyCard>
      <MoneyCardBody>
        <p className="text-small text-text-2">{text.running}</p>
        <h2 className="text-title-2">{bonus.title}</h2>
        <p className="mb-4 text-small text-text-2">
          {text.until} <DateTime value={bonus.expiresAt} calendar={site.calendar} />
        </p>
        {bonus.notice && (
          <div className="mb-4">
            <Callout tone="warning">{bonus.notice === 'expires_in_24h' ? text.soon24 : text.soon72}</Callout>
          </div>
        )}
        <TurnoverMeter now={toMoney(bonus.nowTurnover)} need={toMoney(bonus.needTurnover)} />
        <p className="mt-3 text-small text-text-2">{text.runningNote}</p>
        <BetTerms bonus={bonus} />
      </MoneyCardBody>
      <MoneyCardFacts
        facts={[
          { label: text.deposited, value: <Money value={toMoney(bonus.depositAmount)} /> },
          { label: text.got, value: <Money value={toMoney(bonus.bonusAmount)} /> },
          { label: text.withdrawMax, value: cap === 0n ? text.unlimited : <Money value={cap} /> },
        ]}
      />
      {bonus.canCancel && waiting > 0 && (
        <div className="flex flex-col gap-3 px-4.5 pb-4">
          <p className="text-small text-text-2">{text.spinsFirst(waiting)}</p>
          <FreeSpinsNotice />
        </div>
      )}
      {bonus.canCancel && waiting === 0 && (
        <div className="px-4.5 pb-4">
          <Button variant="quiet" isWide onClick={() => setCancelling(true)}>
            {text.cancel}
          </Button>
          <CancelSheet bonus={bonus} isOpen={isCancelling} onClose={() => setCancelling(false)} />
        </div>
      )}
    </MoneyCard>
  );
}

/** Bet rules until the turnover is reached; most bonuses have none. */
function BetTerms({ bonus }: { readonly bonus: Running }) {
  const terms = listBetTerms(bonus);
  if (terms.length === 0) return null;
  return (
    <dl className="pairs odd-end mt-3 grid gap-x-4 gap-y-2 rounded-ctl bg-surface-2 px-3.5 py-3">
      {terms.map(({ label, value }) => (
        <div key={label}>
          <dt className="text-micro text-text-3">{label}</dt>
          <dd className="num text-base font-semibold">{value}</dd>
        </div>
      ))}
    </dl>
  );
}

function CancelSheet({
  bonus,
  isOpen,
  onClose,
}: {
  readonly bonus: Running;
  readonly isOpen: boolean;
  readonly onClose: () => void;
}) {
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const cancel = useCancelBonus();
  const { isBusy, begin, end } = useSingleFlight();

  function showFailure(error: unknown) {
    tickError();
    if (isApiError(error) && error.isOutcomeUnknown) {
      void showMessage({ title: text.unknownTitle, message: text.unknownResult });
    } else void showMessage({ title: text.cancelFailed, message: getErrorMessage(error), tone: 'failure' });
  }

  function send() {
    if (!isOnline) return void showMessage(text.needsInternet);
    if (!begin()) return undefined;
    return cancel.mutate(bonus, {
      onSuccess: (message) => {
        tickSuccess();
        void showMessage({ message, tone: 'success' });
      },
      onError: showFailure,
      onSettled: () => {
        end();
        onClose();
      },
    });
  }

  return (
    <Sheet isOpen={isOpen} onClose={onClose} title={text.cancelTitle} isLocked={isBusy} hasFootnote>
      <CancelEffect bonus={bonus} />
      <p className="mt-3 text-small text-text-2">{text.cancelNote}</p>
      <div className="mt-4 flex flex-col gap-1.5">
        <Button variant="danger" size="large" isWide isBusy={isBusy} onClick={send}>
          {text.cancelYes}
        </Button>
        <Button variant="quiet" isWide disabled={isBusy} onClick={onClose}>
          {text.cancelNo}
        </Button>
      </div>
    </Sheet>
  );
}

/** Balances before and after a cancel, and the debt that it leaves. */
function CancelEffect({ bonus }: { readonly bonus: Running }) {
  const recalled = toMoney(bonus.recalled);
  const owes = toMoney(bonus.cancelOwes);
  const lines: readonly { label: string; value: string; isTaken?: true; isResult?: true }[] = [
    { label: text.before, value: formatBaht(toMoney(bonus.balance)) },
    ...(recalled > 0n ? [{ label: text.recalled, value: formatBaht(recalled) }] : []),
    { label: text.removed, value: `-${formatBaht(toMoney(bonus.cancelRemoves))}`, isTaken: true },
    { label: text.after, value: formatBaht(toMoney(bonus.balanceAfterCancel)), isResult: true },
  ];
  return (
    <>
      <dl className="divide-y divide-hairline rounded-card bg-surface-2 px-4">
        {lines.map(({ label, value, isTaken, isResult }) => (
          <div key={label} className="flex min-h-14 items-center justify-between gap-3 py-2">
            <dt className="text-text-2">{label}</dt>
            <dd className={`num ${isTaken ? 'text-warning' : ''} ${isResult ? 'text-title-3' : ''}`}>
              {text.inBaht(value)}
            </dd>
          </div>
        ))}
      </dl>
      {owes > 0n && (
        <div className="mt-3">
          <Callout tone="warning">{text.owes(formatBaht(owes))}</Callout>
        </div>
      )}
    </>
  );
}
