// One action for many rows: the count and the sum before, one reason, one factor, then a result for each row.
//
// Always true: rows are sent some at a time, so that it can be stopped between two parts; a row that was rejected is
// named with its sentence. Sent again, rows that are done are not done twice.

import { type ActionName, actions, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from '@chaba/contract/back-office/actions';
import type { BulkRow } from '@chaba/contract/back-office/queue-wire';
import { isBackOfficeErrorCode } from '@chaba/contract/back-office/error-codes';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';

import { CallError, send } from '#api/api';
import { invalidateSite, queryClient, sendBulk, sessionQuery } from '#api/queries';
import { useSentence, useWords } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { TextArea } from '#ui/field';
import { Modal } from '#ui/modal';
import { useConfirmKey } from '#ui/use-confirm-key';

import { Reasons } from './action-dialog.tsx';
import { type FactorDraft, FactorField } from './factor-field.tsx';

export type BulkItem = { readonly subject: string; readonly input: Readonly<Record<string, string>> };

const PART_ROWS = 10;

type Sending = {
  readonly site: string;
  readonly action: ActionName;
  readonly items: readonly BulkItem[];
};

/** The draft of a bulk action and its sending in parts. */
function useBulk({ site, action, items }: Sending) {
  const text = useWords();
  const { data: session } = useQuery(sessionQuery);
  const [key] = useState(() => crypto.randomUUID());
  const [first = ''] = text.action.reasons[action] ?? [];
  const [reason, setReason] = useState(first);
  const [factor, setFactor] = useState<FactorDraft>();
  const [state, setState] = useState<'draft' | 'sending' | 'over'>('draft');
  const [error, setError] = useState<unknown>();
  const [results, setResults] = useState<readonly BulkRow[]>([]);
  const isStopped = useRef(false);
  const [needsFactor, setNeedsFactor] = useState(actions[action].needsStepUp && (session?.stepUpSeconds ?? 0) <= 0);
  const { length } = reason.trim();
  const isReasonFine = length >= REASON_LENGTH_MIN && length <= REASON_LENGTH_MAX;
  const isReady = state === 'draft' && isReasonFine && !(needsFactor && factor === undefined);

  async function sendParts(): Promise<void> {
    if (needsFactor && factor !== undefined) {
      await send('stepUp', { body: { factor } });
      await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      setNeedsFactor(false);
    }
    for (let at = 0; at < items.length && !isStopped.current; at += PART_ROWS) {
      const part = items.slice(at, at + PART_ROWS).map(({ input }) => ({ input }));
      const done = await sendBulk(site, action, { items: part, reason, key });
      setResults((before) => [
        ...before.filter((row) => !done.some(({ subject }) => subject === row.subject)),
        ...done,
      ]);
    }
    setState('over');
    void invalidateSite(site);
  }

  async function confirm(): Promise<void> {
    if (!isReady) return;
    setState('sending');
    setError(undefined);
    try {
      await sendParts();
    } catch (failure) {
      setError(failure);
      setState('draft');
      if (failure instanceof CallError && failure.code === 'STEP_UP_REQUIRED') setNeedsFactor(true);
      if (failure instanceof CallError && failure.code === 'FACTOR_WRONG') setFactor(undefined);
    }
  }
  useConfirmKey(() => void confirm());
  const stop = (): void => {
    isStopped.current = true;
  };
  return { session, reason, setReason, factor, setFactor, needsFactor, state, error, results, isReady, confirm, stop };
}

export function BulkDialog({ onClose, ...opened }: Sending & { readonly sum: string; readonly onClose: () => void }) {
  // Rows that are done leave the list behind the dialog; it still names those that it was opened for.
  const [{ sum, ...sending }] = useState(opened);
  const text = useWords();
  const queueText = useQueueWords();
  const toSentence = useSentence();
  const bulk = useBulk(sending);
  const { action, items } = sending;
  const reasons = text.action.reasons[action] ?? [];
  const isOver = bulk.state === 'over';
  return (
    <Modal title={queueText.bulk.title(text.actions[action], items.length)} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          if (isOver) onClose();
          else void bulk.confirm();
        }}
      >
        <p className="font-semibold">{queueText.bulk.chosen(items.length, sum)}</p>
        {bulk.state === 'draft' && (
          <>
            <Callout>
              {text.effects[action]}
              <br />
              {queueText.bulk.help}
            </Callout>
            <Reasons reasons={reasons} onChoose={bulk.setReason} />
            <TextArea
              label={text.action.reason}
              hint={text.action.reasonHint}
              rows={2}
              maxLength={REASON_LENGTH_MAX}
              value={bulk.reason}
              onChange={bulk.setReason}
              onFocus={({ target }) => target.select()}
              data-focus
            />
            {bulk.needsFactor && bulk.session && (
              <FactorField session={bulk.session} value={bulk.factor} onChange={bulk.setFactor} />
            )}
          </>
        )}
        {bulk.state !== 'draft' && <Results rows={bulk.results} all={items.length} isOver={isOver} />}
        {bulk.error !== undefined && (
          <p role="alert" className="text-danger">
            {toSentence(bulk.error)}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          {bulk.state === 'sending' && <Button onClick={bulk.stop}>{queueText.bulk.stop}</Button>}
          {bulk.state === 'draft' && <Button onClick={onClose}>{text.cancel}</Button>}
          <Button
            type="submit"
            variant="primary"
            isBusy={bulk.state === 'sending'}
            disabled={!isOver && !bulk.isReady && bulk.state === 'draft'}
          >
            {isOver ? text.close : text.actions[action]}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Results({
  rows,
  all,
  isOver,
}: {
  readonly rows: readonly BulkRow[];
  readonly all: number;
  readonly isOver: boolean;
}) {
  const queueText = useQueueWords();
  const toSentence = useSentence();
  const refused = rows.filter(({ outcome }) => outcome === null);
  const left = all - rows.length;
  return (
    <div role="status" className="dense grid gap-2">
      <p>
        {isOver
          ? queueText.bulk.result(rows.length - refused.length, refused.length)
          : queueText.bulk.progress(rows.length, all)}
        {isOver && left > 0 && ` · ${queueText.bulk.left(left)}`}
      </p>
      <ul className="grid max-h-64 gap-1 overflow-y-auto">
        {refused.map(({ subject, code, reasons }) => (
          <li key={subject}>
            <strong className="font-semibold">{subject}</strong>{' '}
            {code !== null && isBackOfficeErrorCode(code) ? toSentence(new CallError(code, { reasons })) : code}
          </li>
        ))}
      </ul>
    </div>
  );
}
