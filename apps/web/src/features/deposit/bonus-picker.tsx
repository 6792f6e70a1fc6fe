// Picker of the promotion for the next deposit: all promotions usable for the typed amount, with their value in baht.
//
// Always true: the marked promotion is the server's state, also while a selection is being sent; the figures are the
// server's.

import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId } from 'react';

import { formatBaht } from '@chaba/money';

import { toMoney } from '#lib/wallet/balance';
import { bonusQuery, type BonusQuote, useChooseBonus } from '#lib/promotions/bonus';
import { useIsOnline } from '#lib/browser/online';
import { getErrorMessage } from '#lib/api/api-error';
import { Callout } from '@chaba/ui/callout';
import { useDialog } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { Spinner } from '@chaba/ui/spinner';
import { toast } from '#lib/react/toast';

import { text } from './bonus-picker.text.ts';

type Offer = BonusQuote['offers'][number];

export function BonusPicker({ quote, waiting }: { readonly quote: BonusQuote; readonly waiting: ReactNode }) {
  const { data: bonuses, error, refetch } = useQuery(bonusQuery);
  if (bonuses) return <Choices quote={quote} chosen={bonuses.bonusId} />;
  return error ? <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} /> : waiting;
}

function Choices({ quote, chosen }: { readonly quote: BonusQuote; readonly chosen: string | null }) {
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const choose = useChooseBonus();
  const isForAmount = chosen === null || quote.offers.some(({ bonusId }) => bonusId === chosen);

  function pick(bonusId: string | null) {
    if (choose.isPending) return;
    if (!isOnline) return void showMessage(text.needsInternet);
    return choose.mutate(bonusId, {
      onSuccess: () => toast(bonusId === null ? text.chosenBySite : text.chosen),
      onError: (error) => void showMessage({ title: text.failed, message: getErrorMessage(error), tone: 'failure' }),
    });
  }

  const shared = { pick, isBusy: choose.isPending, sent: choose.variables };
  return (
    <fieldset className="flex min-w-0 flex-col gap-2">
      <legend className="mb-2 text-label font-medium">{text.title}</legend>
      {!isForAmount && <Callout tone="warning">{text.notForAmount}</Callout>}
      <Choice {...shared} bonusId={null} isOn={chosen === null} title={text.bySite} detail={text.bySiteNote} />
      {quote.offers.map((offer) => (
        <Choice
          {...shared}
          key={offer.bonusId}
          bonusId={offer.bonusId}
          isOn={chosen === offer.bonusId}
          title={offer.title}
          detail={formatTerms(offer)}
        />
      ))}
    </fieldset>
  );
}

function Choice({
  bonusId,
  isOn,
  title,
  detail,
  pick,
  isBusy,
  sent,
}: {
  readonly bonusId: string | null;
  readonly isOn: boolean;
  readonly title: string;
  readonly detail: string;
  readonly pick: (bonusId: string | null) => void;
  readonly isBusy: boolean;
  readonly sent: string | null | undefined;
}) {
  const id = useId();
  return (
    <label className="press flex cursor-pointer items-start gap-3 rounded-ctl border border-hairline bg-surface-2 px-3.5 py-3 has-checked:border-brand-text has-checked:bg-[color-mix(in_srgb,var(--brand-text)_12%,var(--surface-1))]">
      <input
        type="radio"
        name="bonus"
        checked={isOn}
        aria-describedby={id}
        onChange={() => pick(bonusId)}
        className="mt-1 size-5 flex-none accent-brand-text"
      />
      <span className="min-w-0 flex-1">
        <span className="block text-label font-semibold">{title}</span>
        <span id={id} className="num block text-small text-text-2">
          {detail}
        </span>
      </span>
      {isBusy && sent === bonusId && <Spinner label={title} />}
    </label>
  );
}

function formatTerms({ bonusAmount, needTurnover, maxWithdrawAmount }: Offer): string {
  const inBaht = (amount: number) => formatBaht(toMoney(amount));
  return [
    text.gets(inBaht(bonusAmount)),
    text.turnover(inBaht(needTurnover)),
    maxWithdrawAmount === 0 ? text.unlimited : text.withdrawMax(inBaht(maxWithdrawAmount)),
  ].join(' · ');
}
