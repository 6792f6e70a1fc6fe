// The member limits of one kind: current value and use; setting, changing and confirming them.
//
// Always true: the values shown are the server's. A lower limit applies at once; a higher one is requested here and
// confirmed here a day later.

import { type QueryKey, useQueryClient } from '@tanstack/react-query';
import { useState, type FormEvent, type ReactNode } from 'react';

import { hasExtensionSupport } from '#lib/api/api';
import { useSingleFlight } from '#lib/react/use-single-flight';
import { useIsOnline } from '#lib/browser/online';
import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { Button } from '#ui/button';
import { Dialog, preloadOverlays, useDialog } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import type { FieldProps } from '#ui/field';
import { Skeleton } from '#ui/skeleton';
import { toast } from '#lib/react/toast';

import type { createLimitTexts } from './own-limits.text.ts';

export type ShownLimit<Span extends string> = {
  readonly span: Span;
  /** Baht, or minutes. Null: none. */
  readonly Amount: number | null;
  /** Null: without a counter. */
  readonly used: number | null;
  readonly wish: {
    readonly Amount: number | null;
    readonly confirmFrom: string;
    readonly confirmUntil: string;
    readonly isConfirmable: boolean;
  } | null;
};

/** The limits as cached by the query. */
type ChangeResult = { readonly limits: readonly unknown[]; readonly message: string };

/** Texts, fields and operations of one kind of limit: deposits, play or time. */
export type LimitsOf<Span extends string> = {
  readonly queryKey: QueryKey;
  /** Null: removes the limit. */
  readonly submit: (span: Span, Amount: number | null) => Promise<ChangeResult>;
  readonly confirm: (span: Span) => Promise<ChangeResult>;
  /** Invalidates the other queries that a limit change affects. */
  readonly changes: readonly QueryKey[];
  /** Number of skeleton rows. */
  readonly skeleton: string;
  /** Input and format of a figure. */
  readonly Field: (props: FieldProps) => ReactNode;
  /** Undefined: not a valid limit. */
  readonly parse: (typed: string) => number | undefined;
  readonly typed: (Amount: number) => string;
  readonly shown: (Amount: number) => string;
  readonly text: ReturnType<typeof createLimitTexts> & {
    readonly title: string;
    readonly row: (span: Span) => string;
    readonly name: (span: Span) => string;
    readonly field: (span: Span) => string;
    readonly used: (used: string | undefined, limit: string) => string;
    readonly effects: (span: Span) => readonly string[];
  };
};

type LimitsResult<Span extends string> = {
  readonly data: readonly ShownLimit<Span>[] | undefined;
  readonly error: Error | null;
  readonly refetch: () => Promise<unknown>;
};

export function OwnLimits<Span extends string>({
  of,
  result: { data: limits, error, refetch },
}: {
  readonly of: LimitsOf<Span>;
  readonly result: LimitsResult<Span>;
}) {
  const { text } = of;
  const [changing, setChanging] = useState<ShownLimit<Span>>();
  const { showConfirm } = useDialog();
  const { change, isBusy } = useChanging(of);
  if (!limits && error) {
    // A host without limits offers none; on other hosts a failure does not hide them.
    return hasExtensionSupport() ? (
      <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />
    ) : null;
  }
  if (!limits) return <Skeleton className={of.skeleton} />;

  async function confirm({ span }: ShownLimit<Span>) {
    if (await showConfirm({ message: text.confirmQuestion })) await change(() => of.confirm(span));
  }

  return (
    <div className="mt-4 border-t border-hairline pt-4">
      <h3 className="text-label font-medium">{text.title}</h3>
      <ul className="divide-y divide-hairline">
        {limits.map((limit) => (
          <Row
            key={limit.span}
            of={of}
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
        title={changing ? text.name(changing.span) : text.title}
      >
        {changing && <LimitForm of={of} limit={changing} onDone={() => setChanging(undefined)} />}
      </Dialog>
    </div>
  );
}

function Row<Span extends string>({
  of,
  limit: { span, Amount, used, wish },
  isBusy,
  onChange,
  onConfirm,
}: {
  readonly of: LimitsOf<Span>;
  readonly limit: ShownLimit<Span>;
  readonly isBusy: boolean;
  readonly onChange: () => void;
  readonly onConfirm: () => void;
}) {
  const { site } = useSite();
  const { text, shown } = of;
  const act = Amount === null ? text.set : text.change;
  const name = text.name(span);
  return (
    <li className="flex min-h-18 flex-wrap items-center gap-x-3 gap-y-1.5 py-2.5">
      <p className="min-w-0 flex-1 text-base">{text.row(span)}</p>
      {wish?.isConfirmable === true && (
        <Button size="small" isBusy={isBusy} onClick={onConfirm} aria-label={text.forLimit(text.confirm, name)}>
          {text.confirm}
        </Button>
      )}
      <Button size="small" variant="secondary" onClick={onChange} aria-label={text.forLimit(act, name)}>
        {act}
      </Button>
      <p className="num basis-full text-small text-text-2">
        {Amount === null ? text.none : text.used(used === null ? undefined : shown(used), shown(Amount))}
      </p>
      {wish && (
        <p className="num basis-full text-small text-text-2">
          {text.wish(wish.Amount === null ? undefined : shown(wish.Amount))}
          <br />
          {!wish.isConfirmable && text.confirmFrom(wish.confirmFrom, site.calendar)}
          {wish.isConfirmable && (
            <>
              {text.confirmUntil(wish.confirmUntil, site.calendar)} <span className="inline-block">{text.lapses}</span>
            </>
          )}
        </p>
      )}
    </li>
  );
}

function LimitForm<Span extends string>({
  of,
  limit,
  onDone,
}: {
  readonly of: LimitsOf<Span>;
  readonly limit: ShownLimit<Span>;
  readonly onDone: () => void;
}) {
  const { span, Amount, wish } = limit;
  const { Field, text } = of;
  const [typed, setTyped] = useState(Amount === null ? '' : of.typed(Amount));
  const [error, setError] = useState<string>();
  const { change, isBusy } = useChanging(of);

  async function changeTo(requested: number | null) {
    if (await change(() => of.submit(span, requested))) onDone();
  }

  function submit(event: FormEvent) {
    event.preventDefault();
    const requested = of.parse(typed);
    return requested === undefined ? setError(text.invalid) : void changeTo(requested);
  }

  return (
    <form noValidate onSubmit={submit} className="flex flex-col gap-4">
      <Field
        label={text.field(span)}
        value={typed}
        error={error}
        onChange={(next) => {
          setTyped(next);
          setError(undefined);
        }}
      />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-small text-text-2 marker:text-text-3">
        {[...text.rules, ...text.effects(span)].map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
      </ul>
      <Button type="submit" isWide isBusy={isBusy}>
        {text.save}
      </Button>
      {wish && (
        <Button variant="secondary" isWide isBusy={isBusy} onClick={() => void changeTo(Amount)}>
          {text.takeBack}
        </Button>
      )}
      {Amount !== null && !wish && (
        <Button variant="quiet" isWide isBusy={isBusy} onClick={() => void changeTo(null)}>
          {text.drop}
        </Button>
      )}
    </form>
  );
}

/** Sends a change once, shows the server's values, and reports a failure. */
function useChanging<Span extends string>({ queryKey, changes, text }: LimitsOf<Span>) {
  const { showMessage } = useDialog();
  const isOnline = useIsOnline();
  const queryClient = useQueryClient();
  const { isBusy, begin, end } = useSingleFlight();

  async function change(send: () => Promise<ChangeResult>): Promise<boolean> {
    if (!isOnline) {
      await showMessage(text.needsInternet);
      return false;
    }
    if (!begin()) return false;
    try {
      const { limits, message } = await send();
      // A response still in flight predates the change.
      await queryClient.cancelQueries({ queryKey });
      queryClient.setQueryData(queryKey, limits);
      for (const changed of changes) void queryClient.invalidateQueries({ queryKey: changed });
      toast(message, 'success');
      return true;
    } catch (error) {
      void queryClient.invalidateQueries({ queryKey });
      await showMessage({ title: text.failed, message: getErrorMessage(error), tone: 'failure' });
      return false;
    } finally {
      end();
    }
  }

  return { change, isBusy };
}
