// The dialog of an action: facts before, effect, reason, a factor where one is due, confirm.
//
// Always true: after a rejection the text stays and nothing was done. Changed facts are shown and must be confirmed
// again. One opening keeps one key, so a repeated confirm does the action once. A confirm while the facts are read is
// carried out with them.

import { type ActionName, actions, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from '@chaba/contract/back-office/actions';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { type KeyboardEvent, type ReactNode, useEffect, useRef, useState } from 'react';

import { CallError, send } from '#api/api';
import { previewQuery, queryClient, sendAction, sessionQuery } from '#api/queries';
import { useSentence, useWords } from '#text/language';
import { Button } from '#ui/button';
import { TextArea } from '#ui/field';
import { StoredFacts } from '#ui/facts';
import { Modal } from '#ui/modal';
import { useConfirmKey } from '#ui/use-confirm-key';

import { type FactorDraft, FactorField } from './factor-field.tsx';

export type OpenAction = {
  readonly action: ActionName;
  readonly input: Readonly<Record<string, string>>;
  /** Facts shown above the form; undefined: its fields contain them. */
  readonly facts?: Readonly<Record<string, unknown>> | undefined;
  readonly factsHash?: string | undefined;
  /** A second person decides. */
  readonly isTwo: boolean;
  /** The facts are read from the server when the dialog opens. */
  readonly isPreviewed?: boolean;
  /** Where the reason is more than that: the text of a note. */
  readonly reasonLabel?: string;
  /** Before the usual reasons: each also does something of its own, such as a copy of a canned reply. */
  readonly reasonChoices?: readonly ReasonChoice[] | undefined;
};

export type ReasonChoice = { readonly reason: string; readonly onChoose: () => void };

/** Reasons that a digit chooses. */
const REASONS_MAX = 9;

const DANGEROUS = /debit|reject|stop|end|disable|failed|return|refuse|drop|void/;

type Acting = {
  readonly site: string;
  readonly open: OpenAction;
  readonly onDone: (outcome: ActionOutcome) => void;
};

/** The draft of an action and its sending. */
function useActionDraft({ site, open, onDone }: Acting) {
  const { data: session } = useQuery(sessionQuery);
  const text = useWords();
  const [key] = useState(() => crypto.randomUUID());
  // The usual reason of what does no harm and moves no money is written already: one key confirms it.
  const [first = ''] =
    DANGEROUS.test(open.action) || open.action === 'adjustment.credit' ? [] : (text.action.reasons[open.action] ?? []);
  const [reason, setReason] = useState(first);
  const [factor, setFactor] = useState<FactorDraft>();
  const [shown, setShown] = useState({ facts: open.facts, factsHash: open.factsHash });
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const [needsFactor, setNeedsFactor] = useState(
    actions[open.action].needsStepUp && (session?.stepUpSeconds ?? 0) <= 0,
  );
  const preview = usePreview(site, open);
  const facts = shown.facts ?? preview.data?.facts;
  const factsHash = shown.factsHash ?? preview.data?.factsHash;
  const { length } = reason.trim();
  const isReasonFine = length >= REASON_LENGTH_MIN && length <= REASON_LENGTH_MAX;
  const isReady = isReasonFine && !(needsFactor && factor === undefined);
  const [isDeferred, setDeferred] = useState(false);

  function explain(error: unknown): void {
    setState({ isBusy: false, error });
    if (!(error instanceof CallError)) return;
    if (error.code === 'STEP_UP_REQUIRED') setNeedsFactor(true);
    if (error.code === 'FACTOR_WRONG') setFactor(undefined);
    const { facts, factsHash } = error.params;
    if (error.code === 'SUBJECT_CHANGED' && facts && factsHash) setShown({ facts, factsHash });
  }

  async function confirm(): Promise<void> {
    if (!isReady || state.isBusy) return;
    if (preview.isFetching) return setDeferred(true);
    setState({ isBusy: true });
    try {
      if (needsFactor && factor !== undefined) {
        await send('stepUp', { body: { factor } });
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
        setNeedsFactor(false);
      }
      onDone(await sendAction(site, open.action, { input: open.input, reason, factsHash, key }));
    } catch (error) {
      explain(error);
    }
  }
  useConfirmKey(() => void confirm());
  useWhenRead(isDeferred && !preview.isFetching, () => {
    setDeferred(false);
    if (preview.isSuccess && preview.data.isTwo === open.isTwo) void confirm();
  });
  const isTwo = preview.data?.isTwo ?? open.isTwo;
  const error = state.error ?? preview.error ?? undefined;
  const isBusy = state.isBusy || isDeferred;
  return { session, reason, setReason, factor, setFactor, facts, isTwo, error, isBusy, needsFactor, isReady, confirm };
}

/**
 * Carries out what was confirmed while the facts were read. Where they require a second person that the dialog did not
 * name, the person confirms again.
 */
function useWhenRead(isRead: boolean, work: () => void): void {
  const latest = useRef(work);
  useEffect(() => {
    latest.current = work;
  });
  useEffect(() => {
    if (isRead) latest.current();
  }, [isRead]);
}

/** The facts as they are when the dialog opens, for actions whose panel does not show them. */
function usePreview(site: string, { action, input, isPreviewed = false }: OpenAction) {
  return useQuery({ ...previewQuery(site, action, input), enabled: isPreviewed });
}

export function ActionDialog({
  form,
  onClose,
  ...acting
}: Acting & {
  /** Fields of the input, for actions with a form. */
  readonly form?: ReactNode;
  readonly onClose: () => void;
}) {
  const text = useWords();
  const toSentence = useSentence();
  const { open } = acting;
  const draft = useActionDraft(acting);
  const { session, error, isTwo } = draft;
  const { reasonChoices: choices = [] } = open;
  const usual = text.action.reasons[open.action] ?? [];
  const reasons = [...choices.map((each) => each.reason), ...usual].slice(0, REASONS_MAX);
  const choose = (reason: string): void => {
    draft.setReason(reason);
    choices.find((each) => each.reason === reason)?.onChoose();
  };
  return (
    <Modal title={text.actions[open.action]} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          void draft.confirm();
        }}
      >
        {form}
        {draft.facts && (
          <section aria-label={text.action.before} className="dense rounded-[8px] bg-surface-2 p-3">
            <StoredFacts facts={draft.facts} />
          </section>
        )}
        <Callout tone={isTwo ? 'warning' : 'info'}>
          {text.effects[open.action]}
          <br />
          {isTwo ? text.action.two : text.action.alone}
        </Callout>
        <Reasons reasons={reasons} onChoose={choose} />
        <TextArea
          label={open.reasonLabel ?? text.action.reason}
          hint={text.action.reasonHint}
          rows={2}
          maxLength={REASON_LENGTH_MAX}
          value={draft.reason}
          onChange={draft.setReason}
          onFocus={({ target }) => target.select()}
          onKeyDown={(event) => chooseByDigit(event, { reason: draft.reason, reasons, choose })}
          data-focus
        />
        {draft.needsFactor && session && (
          <FactorField session={session} value={draft.factor} onChange={draft.setFactor} />
        )}
        {error !== undefined && (
          <p role="alert" className="text-danger">
            {toSentence(error)}
          </p>
        )}
        <DialogButtons action={open.action} isBusy={draft.isBusy} isReady={draft.isReady} onClose={onClose} />
      </form>
    </Modal>
  );
}

function DialogButtons({
  action,
  isBusy,
  isReady,
  onClose,
}: {
  readonly action: ActionName;
  readonly isBusy: boolean;
  readonly isReady: boolean;
  readonly onClose: () => void;
}) {
  const text = useWords();
  return (
    <div className="flex flex-wrap items-center justify-end gap-2">
      <span aria-hidden="true" className="mr-auto hidden text-micro text-text-3 lg:inline">
        {text.action.shortcut}
      </span>
      <Button onClick={onClose}>{text.cancel}</Button>
      <Button type="submit" variant={DANGEROUS.test(action) ? 'danger' : 'primary'} isBusy={isBusy} disabled={!isReady}>
        {text.actions[action]}
      </Button>
    </div>
  );
}

/** A digit chooses a reason as long as none was typed. */
function chooseByDigit(
  event: KeyboardEvent,
  of: {
    readonly reason: string;
    readonly reasons: readonly string[];
    readonly choose: (reason: string) => void;
  },
): void {
  const [, digit] = /^(?:Digit|Numpad)([1-9])$/.exec(event.code) ?? [];
  const wanted = digit === undefined ? undefined : of.reasons[Number(digit) - 1];
  const isTyped = of.reason !== '' && !of.reasons.includes(of.reason);
  if (wanted === undefined || isTyped || event.ctrlKey || event.metaKey || event.altKey) return;
  event.preventDefault();
  of.choose(wanted);
}

export function Reasons({
  reasons,
  onChoose,
}: {
  readonly reasons: readonly string[];
  readonly onChoose: (reason: string) => void;
}) {
  if (reasons.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1">
      {reasons.map((reason, index) => (
        <button
          key={reason}
          type="button"
          onClick={() => onChoose(reason)}
          className="min-h-11 rounded-full border border-line px-3 text-micro text-text-2 hover:text-text lg:min-h-8"
        >
          <kbd aria-hidden="true" className="mr-1 hidden text-text-3 lg:inline">
            {index + 1}
          </kbd>
          {reason}
        </button>
      ))}
    </div>
  );
}
