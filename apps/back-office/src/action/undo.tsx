// An action that can be taken back for some seconds: the bar that says so, its button and its key.
//
// Always true: taking back is an action with an entry of its own; after the seconds the server rejects it.

import type { ActionName } from '@chaba/contract/back-office/actions';
import { useState } from 'react';

import { sendAction } from '#api/queries';
import { useSentence } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { KeyHint } from '#ui/key-hint';
import { useNow } from '#ui/use-now';

export type Undoable = {
  readonly action: ActionName;
  readonly input: Readonly<Record<string, string>>;
  readonly subject: string;
  /** Of what was done. */
  readonly sentence: string;
  /** Milliseconds since 1970. */
  readonly until: number;
};

/** Stays for its seconds; an error stays until the next action. */
export function UndoBar({
  site,
  undoable,
  onUndone,
}: {
  readonly site: string;
  readonly undoable: Undoable;
  readonly onUndone: (sentence: string) => void;
}) {
  const text = useQueueWords();
  const toSentence = useSentence();
  const now = useNow();
  const [state, setState] = useState<{ readonly isBusy: boolean; readonly error?: unknown }>({ isBusy: false });
  const [key] = useState(() => crypto.randomUUID());
  const left = Math.ceil((undoable.until - now) / 1_000);
  const isOpen = left > 0 && state.error === undefined;

  async function undo(): Promise<void> {
    if (!isOpen || state.isBusy) return;
    setState({ isBusy: true });
    try {
      await sendAction(site, undoable.action, { input: undoable.input, reason: text.undo.reason, key });
      onUndone(text.undo.undone(undoable.subject));
    } catch (error) {
      setState({ isBusy: false, error });
    }
  }
  useKeys(isOpen ? { KeyU: () => void undo() } : {});
  if (!isOpen && state.error === undefined) return null;
  return (
    <div
      role="status"
      className="fixed inset-x-2 bottom-32 z-10 mx-auto flex w-fit items-center gap-3 rounded-[8px] border border-line bg-surface-3 px-4 py-2 shadow-(--shadow-float) lg:bottom-16"
    >
      {state.error === undefined ? undoable.sentence : toSentence(state.error)}
      {isOpen && (
        <Button isBusy={state.isBusy} onClick={() => void undo()}>
          {text.undo.button(left)}
          <KeyHint name="u" />
        </Button>
      )}
    </div>
  );
}
