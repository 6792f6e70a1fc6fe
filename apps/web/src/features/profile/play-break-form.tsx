// Play break: the current one, or choosing a length, reading its effect and confirming.
//
// Always true: the state shown is the server's; a confirmed break ends all sessions of the member.

import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';

import type { PlayBreakLength } from '@chaba/contract/constraints';

import { hasExtensionSupport } from '#lib/api/api';
import { useIsOnline } from '#lib/browser/online';
import { queryKeys } from '#lib/api/query-keys';
import { getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { useSignOutNow } from '#lib/member/sign-out';
import { Button } from '#ui/button';
import { Callout } from '@chaba/ui/callout';
import { Dialog, preloadOverlays, useDialog } from '#ui/dialog';
import { ErrorState } from '#ui/error-state';
import { Skeleton } from '#ui/skeleton';

import { text } from './play-break-form.text.ts';
import { submitPlayBreak, playBreakQuery } from './profile.queries.ts';

const TIMEOUTS: readonly PlayBreakLength[] = ['24h', '7d', '30d', '42d'];
const EXCLUSIONS: readonly PlayBreakLength[] = ['6m', '1y', '5y', 'forever'];

export function PlayBreakForm() {
  const { data, error, refetch } = useQuery(playBreakQuery);
  const { site } = useSite();
  const [isChoosing, setChoosing] = useState(false);
  if (!data && error) {
    // A host without breaks offers none; on other hosts a failure does not hide them.
    return hasExtensionSupport() ? (
      <ErrorState sentence={getErrorMessage(error)} onRetry={() => void refetch()} />
    ) : null;
  }
  if (!data) return <Skeleton className="mt-4 h-12" />;

  return (
    <div className="mt-4 flex flex-col gap-3">
      {data.isPaused && (
        <Callout>
          {text.running(data.until, site.calendar)} {text.stillOpen}
        </Callout>
      )}
      {(!data.isPaused || data.until !== null) && (
        <Button
          variant="secondary"
          isWide
          onClick={() => {
            preloadOverlays();
            setChoosing(true);
          }}
        >
          {data.isPaused ? text.longer : text.begin}
        </Button>
      )}
      <Dialog isOpen={isChoosing} onClose={() => setChoosing(false)} title={text.title}>
        <Choosing onClose={() => setChoosing(false)} />
      </Dialog>
    </div>
  );
}

function Choosing({ onClose }: { readonly onClose: () => void }) {
  const [length, setLength] = useState<PlayBreakLength>('24h');
  const { showConfirm, showMessage } = useDialog();
  const isOnline = useIsOnline();
  const signOutNow = useSignOutNow();
  const queryClient = useQueryClient();
  const [isBusy, setBusy] = useState(false);

  async function begin() {
    if (isBusy) return;
    if (!isOnline) return void showMessage(text.needsInternet);
    const isExclusion = EXCLUSIONS.includes(length);
    const sentences = [text.question(text.lengths[length]), ...(isExclusion ? [text.endsBonus] : [])];
    const question = { title: text.begin, message: sentences.join('\n') };
    if (!(await showConfirm({ ...question, confirm: text.confirm, cancel: text.cancel, isDanger: true }))) return;
    setBusy(true);
    try {
      await submitPlayBreak(length);
      onClose();
      await signOutNow();
      await showMessage({ message: text.begun, tone: 'success' });
    } catch (error) {
      setBusy(false);
      await showMessage({ title: text.failed, message: getErrorMessage(error), tone: 'failure' });
      void queryClient.invalidateQueries({ queryKey: queryKeys.pause });
    }
  }

  return (
    <div className="flex flex-col gap-4">
      <Lengths title={text.timeouts} lengths={TIMEOUTS} chosen={length} onChoose={setLength} />
      <Lengths title={text.exclusions} lengths={EXCLUSIONS} chosen={length} onChoose={setLength} />
      <ul className="flex list-disc flex-col gap-1 pl-5 text-small text-text-2 marker:text-text-3">
        {text.effects.map((effect) => (
          <li key={effect}>{effect}</li>
        ))}
        {EXCLUSIONS.includes(length) && <li>{text.endsBonus}</li>}
      </ul>
      <Button isWide isBusy={isBusy} onClick={() => void begin()}>
        {text.next}
      </Button>
    </div>
  );
}

function Lengths({
  title,
  lengths,
  chosen,
  onChoose,
}: {
  readonly title: string;
  readonly lengths: readonly PlayBreakLength[];
  readonly chosen: PlayBreakLength;
  readonly onChoose: (length: PlayBreakLength) => void;
}) {
  return (
    <fieldset className="min-w-0">
      <legend className="mb-2 text-label font-medium">{title}</legend>
      <div className="pairs grid gap-2">
        {lengths.map((length) => (
          <label
            key={length}
            className="press flex min-h-12 cursor-pointer items-center gap-2.5 rounded-ctl border border-hairline bg-surface-2 px-3 py-2 text-label has-checked:border-brand-text has-checked:bg-[color-mix(in_srgb,var(--brand-text)_12%,var(--surface-1))]"
          >
            <input
              type="radio"
              name="pause"
              checked={length === chosen}
              onChange={() => onChoose(length)}
              className="size-5 flex-none accent-brand-text"
            />
            <span className="num">{text.lengths[length]}</span>
          </label>
        ))}
      </div>
    </fieldset>
  );
}
