// The member's own limits for deposits: what is set and used, and setting, changing and confirming them.
//
// Always true: what is shown is the server's word. Tighter counts at once; looser is asked for here and confirmed here a day later.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useRef, useState, type FormEvent } from 'react';

import type { DepositLimit } from '@chaba/contract/deposit-limits';
import { OWN_LIMIT_MAX } from '@chaba/contract/own-limits';
import { formatBaht, parseBaht, plainBaht, toBaht } from '@chaba/money';

import { knowsAdditions } from '#lib/api';
import { shownMoney } from '#lib/balance';
import { depositLimitsQuery } from '#lib/deposit-limits';
import { useIsOnline } from '#lib/online';
import { queryKeys } from '#lib/query-keys';
import { sentenceOf } from '#lib/refusal';
import { useSite } from '#lib/site';
import { Button } from '#ui/button';
import { Dialog, preloadOverlays, useDialog } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { MoneyField } from '#ui/money-field';
import { Skeleton } from '#ui/skeleton';
import { toast } from '#ui/toast';

import { text } from './deposit-limits.text.ts';
import { askConfirmedLimit, askLimit, type LimitAnswer } from './profile.queries.ts';

export function DepositLimits() {
  const { data: limits, error, refetch } = useQuery(depositLimitsQuery);
  const [changing, setChanging] = useState<DepositLimit>();
  const { ask } = useDialog();
  const { change, isBusy } = useChanging();
  if (!limits && error) {
    // A host without limits offers none; where there are some, nothing that fails hides them.
    return knowsAdditions() ? <ErrorState sentence={sentenceOf(error)} onRetry={() => void refetch()} /> : null;
  }
  if (!limits) return <Skeleton className="mt-4 h-58" />;

  async function confirm({ span }: DepositLimit) {
    if (await ask({ message: text.confirmQuestion })) await change(() => askConfirmedLimit(span));
  }

  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <h3 className="text-label font-medium">{text.title}</h3>
      <ul className="divide-y divide-hairline">
        {limits.map((limit) => (
          <Row
            key={limit.span}
            limit={limit}
            isBusy={isBusy}
            onConfirm={() => void confirm(limit)}
            onChange={() => {
              preloadOverlays();
              setChanging(limit);
            }}
          />
        ))}
      </ul>
      <Dialog
        isOpen={changing !== undefined}
        onClose={() => setChanging(undefined)}
        title={text.dialogTitle(text.spans[changing?.span ?? 'day'])}
      >
        {changing && <LimitForm limit={changing} onDone={() => setChanging(undefined)} />}
      </Dialog>
    </div>
  );
}

function Row({
  limit: { span, Amount, used, wish },
  isBusy,
  onChange,
  onConfirm,
}: {
  readonly limit: DepositLimit;
  readonly isBusy: boolean;
  readonly onChange: () => void;
  readonly onConfirm: () => void;
}) {
  const { site } = useSite();
  const act = Amount === null ? text.set : text.change;
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <p className="min-w-0 flex-1 text-base">{text.spans[span]}</p>
      {wish?.isConfirmable === true && (
        <Button
          size="small"
          isBusy={isBusy}
          onClick={onConfirm}
          aria-label={text.forSpan(text.confirm, text.spans[span])}
        >
          {text.confirm}
        </Button>
      )}
      <Button size="small" variant="secondary" onClick={onChange} aria-label={text.forSpan(act, text.spans[span])}>
        {act}
      </Button>
      <p className="num basis-full text-small text-text-2">
        {Amount === null ? text.none : text.used(inBaht(used), inBaht(Amount))}
      </p>
      {wish && (
        <p className="num basis-full text-small text-text-2">
          {text.wish(wish.Amount === null ? undefined : inBaht(wish.Amount))}
          {!wish.isConfirmable && <br />}
          {!wish.isConfirmable && text.confirmFrom(wish.confirmFrom, site.calendar)}
        </p>
      )}
    </li>
  );
}

function LimitForm({ limit, onDone }: { readonly limit: DepositLimit; readonly onDone: () => void }) {
  const { span, Amount, wish } = limit;
  const [typed, setTyped] = useState(Amount === null ? '' : plainBaht(shownMoney(Amount)));
  const [error, setError] = useState<string>();
  const { change, isBusy } = useChanging();

  async function to(amount: number | null) {
    if (await change(() => askLimit(span, amount))) onDone();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const amount = parseBaht(typed);
    if (amount === undefined || amount <= 0n || toBaht(amount) > OWN_LIMIT_MAX) return setError(text.invalid);
    return void to(toBaht(amount));
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <MoneyField
        label={text.field}
        value={typed}
        error={error}
        onChange={(next) => {
          setTyped(next);
          setError(undefined);
        }}
      />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-small text-text-2 marker:text-text-3">
        {text.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <Button type="submit" isWide isBusy={isBusy}>
        {text.save}
      </Button>
      {wish && (
        <Button variant="secondary" isWide isBusy={isBusy} onClick={() => void to(Amount)}>
          {text.takeBack}
        </Button>
      )}
      {Amount !== null && !wish && (
        <Button variant="quiet" isWide isBusy={isBusy} onClick={() => void to(null)}>
          {text.drop}
        </Button>
      )}
    </form>
  );
}

/** Sends a change once, shows what the server answers, and says what went wrong. */
function useChanging() {
  const { tell } = useDialog();
  const isOnline = useIsOnline();
  const queryClient = useQueryClient();
  const isSending = useRef(false);
  const [isBusy, setBusy] = useState(false);

  async function change(send: () => Promise<LimitAnswer>): Promise<boolean> {
    if (isSending.current) return false;
    if (!isOnline) {
      await tell(text.needsInternet);
      return false;
    }
    isSending.current = true;
    setBusy(true);
    try {
      const { limits, message } = await send();
      queryClient.setQueryData(depositLimitsQuery.queryKey, limits);
      void queryClient.invalidateQueries({ queryKey: queryKeys.depositAccounts });
      toast(message, 'success');
      return true;
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey: queryKeys.depositLimits });
      await tell({ title: text.failed, message: sentenceOf(error), tone: 'failure' });
      return false;
    } finally {
      isSending.current = false;
      setBusy(false);
    }
  }

  return { change, isBusy };
}

const inBaht = (amount: number): string => formatBaht(shownMoney(amount));
