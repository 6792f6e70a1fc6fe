// The claim of the open item: taken when its panel opens, kept while it is visible, given back when it closes.
//
// Always true: a claim is a mark for others; no button depends on it.

import type { ClaimFacts } from '@chaba/contract/back-office/queue-wire';
import { CLAIM_KEPT_SECONDS, PUT_OFF_MINUTES, type QueueName } from '@chaba/contract/back-office/queues';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import { Callout } from '@chaba/ui/callout';
import { useEffect, useState } from 'react';

import { sendClaim, sendRelease } from '#api/queries';
import { useQueueWords } from '#text/queue-words';
import { Button } from '#ui/button';
import { useKeys } from '#ui/data-table';
import { Choice } from '#ui/field';
import { KeyHint } from '#ui/key-hint';

import { ActionDialog } from './action-dialog.tsx';

type Claimed = { readonly site: string; readonly queue: QueueName; readonly item: string };

/** The claim in force; undefined: not known, or the roles claim nothing. */
function useClaim({ site, queue, item }: Claimed, mayWork: boolean) {
  const [claim, setClaim] = useState<ClaimFacts>();
  const [isTaken, setTaken] = useState(0);
  useEffect(() => {
    if (!mayWork) return undefined;
    const mark = { queue, item };
    let isOver = false;
    const keep = (): void => {
      if (document.visibilityState !== 'visible') return;
      sendClaim(site, mark).then(
        (found) => {
          if (!isOver) setClaim(found);
        },
        // The panel works without a claim; the next one is tried in half a minute.
        () => undefined,
      );
    };
    keep();
    const timer = setInterval(keep, CLAIM_KEPT_SECONDS * 1_000);
    document.addEventListener('visibilitychange', keep);
    return () => {
      isOver = true;
      clearInterval(timer);
      document.removeEventListener('visibilitychange', keep);
      sendRelease(site, mark).catch(() => undefined);
    };
  }, [site, queue, item, mayWork, isTaken]);
  return { claim, onTaken: () => setTaken((count) => count + 1) };
}

/** Claims the item of a panel; says who else works on it, and offers to take it over or to put it off. */
export function ClaimBar({
  roles,
  onPutOff,
  ...claimed
}: Claimed & {
  readonly roles: readonly Role[];
  readonly onPutOff: () => void;
}) {
  const text = useQueueWords();
  const mayWork = hasPermission(roles, 'queues.work');
  const { claim, onTaken } = useClaim(claimed, mayWork);
  const [open, setOpen] = useState<'queue.take-over' | 'queue.put-off'>();
  const [minutes, setMinutes] = useState<number>(PUT_OFF_MINUTES[0]);
  const isOthers = claim !== undefined && !claim.isOwn;
  useKeys({
    ...(isOthers ? { 'Shift+KeyC': () => setOpen('queue.take-over') } : {}),
    ...(mayWork ? { KeyP: () => setOpen('queue.put-off') } : {}),
  });
  const item = `${claimed.queue}:${claimed.item}`;
  return (
    <>
      {isOthers && (
        <Callout tone="warning">
          <div className="flex flex-wrap items-center gap-2">
            <span className="mr-auto">{text.claims.working(claim.by)}</span>
            <Button onClick={() => setOpen('queue.take-over')}>{text.claims.takeOver}</Button>
          </div>
        </Callout>
      )}
      {mayWork && (
        <Button variant="quiet" onClick={() => setOpen('queue.put-off')}>
          {text.putOff.button}
          <KeyHint name="p" />
        </Button>
      )}
      {open && (
        <ActionDialog
          site={claimed.site}
          open={{
            action: open,
            input: open === 'queue.put-off' ? { item, minutes: String(minutes) } : { item },
            isTwo: false,
          }}
          form={open === 'queue.put-off' && <MinutesField minutes={minutes} onChange={setMinutes} />}
          onClose={() => setOpen(undefined)}
          onDone={() => {
            setOpen(undefined);
            if (open === 'queue.put-off') onPutOff();
            else onTaken();
          }}
        />
      )}
    </>
  );
}

function MinutesField({
  minutes,
  onChange,
}: {
  readonly minutes: number;
  readonly onChange: (minutes: number) => void;
}) {
  const text = useQueueWords();
  return (
    <Choice label={text.putOff.minutes} value={String(minutes)} onChange={(value) => onChange(Number(value))}>
      {PUT_OFF_MINUTES.map((each) => (
        <option key={each} value={each}>
          {text.minutes(each)}
        </option>
      ))}
    </Choice>
  );
}
