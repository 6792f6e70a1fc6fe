// The dialog of an action: facts before, effect, reason, a factor where one is due, confirm.
//
// Always true: after a rejection the text stays and nothing was done. Changed facts are shown and must be confirmed
// again. One opening keeps one key, so a repeated confirm does the action once.

import { type ActionName, actions, REASON_LENGTH_MAX, REASON_LENGTH_MIN } from '@chaba/contract/back-office/actions';
import type { ActionOutcome } from '@chaba/contract/back-office/wire';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { CallError, send } from '#api/api';
import { queryClient, sendAction, sessionQuery } from '#api/queries';
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
};

const DANGEROUS = /reject|stop|end|disable|failed/;

type Acting = {
  readonly site: string;
  readonly open: OpenAction;
  readonly onDone: (outcome: ActionOutcome) => void;
};

/** The draft of an action and its sending. */
function useActionDraft({ site, open, onDone }: Acting) {
  const { data: session } = useQuery(sessionQuery);
  const [key] = useState(() => crypto.randomUUID());
  const [reason, setReason] = useState('');
  const [factor, setFactor] = useState<FactorDraft>();
  const [shown, setShown] = useState({ facts: open.facts, factsHash: open.factsHash });
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const [needsFactor, setNeedsFactor] = useState(
    actions[open.action].needsStepUp && (session?.stepUpSeconds ?? 0) <= 0,
  );
  const { length } = reason.trim();
  const isReasonFine = length >= REASON_LENGTH_MIN && length <= REASON_LENGTH_MAX;
  const isReady = isReasonFine && !(needsFactor && factor === undefined);

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
    setState({ isBusy: true });
    try {
      if (needsFactor && factor !== undefined) {
        await send('stepUp', { body: { factor } });
        await queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
        setNeedsFactor(false);
      }
      onDone(await sendAction(site, open.action, { input: open.input, reason, factsHash: shown.factsHash, key }));
    } catch (error) {
      explain(error);
    }
  }
  useConfirmKey(() => void confirm());
  return { session, reason, setReason, factor, setFactor, facts: shown.facts, state, needsFactor, isReady, confirm };
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
  const { session, state } = draft;
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
        <Callout tone={open.isTwo ? 'warning' : 'info'}>
          {text.effects[open.action]}
          <br />
          {open.isTwo ? text.action.two : text.action.alone}
        </Callout>
        <Reasons action={open.action} onChoose={draft.setReason} />
        <TextArea
          label={text.action.reason}
          hint={text.action.reasonHint}
          rows={2}
          maxLength={REASON_LENGTH_MAX}
          value={draft.reason}
          onChange={draft.setReason}
          data-focus
        />
        {draft.needsFactor && session && (
          <FactorField session={session} value={draft.factor} onChange={draft.setFactor} />
        )}
        {state.error !== undefined && (
          <p role="alert" className="text-danger">
            {toSentence(state.error)}
          </p>
        )}
        <div className="flex flex-wrap items-center justify-end gap-2">
          <span aria-hidden="true" className="mr-auto hidden text-micro text-text-3 lg:inline">
            {text.action.shortcut}
          </span>
          <Button onClick={onClose}>{text.cancel}</Button>
          <Button
            type="submit"
            variant={DANGEROUS.test(open.action) ? 'danger' : 'primary'}
            isBusy={state.isBusy}
            disabled={!draft.isReady}
          >
            {text.actions[open.action]}
          </Button>
        </div>
      </form>
    </Modal>
  );
}

function Reasons({ action, onChoose }: { readonly action: ActionName; readonly onChoose: (reason: string) => void }) {
  const text = useWords();
  const reasons = text.action.reasons[action] ?? [];
  if (reasons.length === 0) return null;
  return (
    <div className="flex flex-wrap gap-1">
      {reasons.map((reason) => (
        <button
          key={reason}
          type="button"
          onClick={() => onChoose(reason)}
          className="min-h-11 rounded-full border border-line px-3 text-micro text-text-2 hover:text-text lg:min-h-8"
        >
          {reason}
        </button>
      ))}
    </div>
  );
}
