// Other ways to export a list or a report: again each day, week or month, or with data in full by two people.
//
// Always true: a file is masked unless two people agreed. A dialog keeps its key until it succeeds, so a double press
// makes one schedule.

import {
  EXPORT_HOUR_MAX,
  type ExportEvery,
  exportEvery,
  isRevealedList,
  REVEALED_KEPT_HOURS,
} from '@chaba/contract/back-office/exports';
import { findActingRole, type Role } from '@chaba/contract/back-office/roles';
import { useMutation } from '@tanstack/react-query';
import { CalendarClock } from 'lucide-react';
import { useState } from 'react';
import { useNavigate } from 'react-router';

import { queryClient, schedulesQuery, sendStartSchedule } from '#api/queries';
import { useExportWords } from '#text/export-words';
import { useSentence, useWords } from '#text/language';
import { Button } from '#ui/button';
import { Choice } from '#ui/field';
import { Modal } from '#ui/modal';

import { ActionDialog } from './action-dialog.tsx';
import { COLUMNS_PARAM } from './column-choice.tsx';

export type ExportSource = {
  readonly site: string;
  readonly kind: 'list' | 'report';
  readonly name: string;
  readonly params: Readonly<Record<string, string>>;
};

const USUAL_HOUR = 7;
const HOURS = Array.from({ length: EXPORT_HOUR_MAX + 1 }, (_, hour) => hour);

export function ExportOptions({ of, roles }: { readonly of: ExportSource; readonly roles: readonly Role[] }) {
  const text = useExportWords();
  const [open, setOpen] = useState<'options' | 'reveal'>();
  const close = (): void => setOpen(undefined);
  return (
    <>
      <Button aria-label={text.more} title={text.more} onClick={() => setOpen('options')} className="print:hidden">
        <CalendarClock aria-hidden="true" size={16} />
      </Button>
      {open === 'options' && <OptionsDialog of={of} roles={roles} onReveal={() => setOpen('reveal')} onClose={close} />}
      {open === 'reveal' && <RevealDialog of={of} onClose={close} />}
    </>
  );
}

function OptionsDialog({
  of,
  roles,
  onReveal,
  onClose,
}: {
  readonly of: ExportSource;
  readonly roles: readonly Role[];
  readonly onReveal: () => void;
  readonly onClose: () => void;
}) {
  const text = useExportWords();
  const words = useWords();
  const toSentence = useSentence();
  const navigate = useNavigate();
  const { site, ...source } = of;
  const [key] = useState(() => crypto.randomUUID());
  const [every, setEvery] = useState<ExportEvery>('day');
  const [hour, setHour] = useState(String(USUAL_HOUR));
  const start = useMutation({
    mutationFn: () => sendStartSchedule(site, { ...source, every, hour, key }),
    onSuccess: async () => {
      await queryClient.invalidateQueries({ queryKey: schedulesQuery(site).queryKey });
      await navigate(`/${site}/exports`);
    },
  });
  const mayReveal =
    isRevealedList(of.name) && of.kind === 'list' && findActingRole(roles, 'exports.reveal') !== undefined;
  return (
    <Modal title={text.more} onClose={onClose}>
      <form
        className="grid gap-3"
        onSubmit={(event) => {
          event.preventDefault();
          start.mutate();
        }}
      >
        <p className="text-text-2">{of.kind === 'report' ? text.scheduleReportHelp : text.scheduleHelp}</p>
        <TimeFields every={every} hour={hour} onEvery={setEvery} onHour={setHour} />
        {start.error && (
          <p role="alert" className="text-danger">
            {toSentence(start.error)}
          </p>
        )}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button type="submit" variant="primary" isBusy={start.isPending}>
            {text.schedule}
          </Button>
        </div>
      </form>
      {mayReveal && (
        <section aria-label={words.actions['export.reveal']} className="mt-4 border-t border-hairline pt-3">
          <p className="mb-2 text-text-2">{text.revealHelp(REVEALED_KEPT_HOURS)}</p>
          <Button onClick={onReveal}>{words.actions['export.reveal']}</Button>
        </section>
      )}
    </Modal>
  );
}

function TimeFields({
  every,
  hour,
  onEvery,
  onHour,
}: {
  readonly every: ExportEvery;
  readonly hour: string;
  readonly onEvery: (every: ExportEvery) => void;
  readonly onHour: (hour: string) => void;
}) {
  const text = useExportWords();
  return (
    <div className="grid grid-cols-2 gap-3">
      <Choice label={text.every} value={every} onChange={(value) => onEvery(value as ExportEvery)} data-focus>
        {exportEvery.map((each) => (
          <option key={each} value={each}>
            {text.periods[each]}
          </option>
        ))}
      </Choice>
      <Choice label={text.hour} value={hour} onChange={onHour}>
        {HOURS.map((each) => (
          <option key={each} value={each}>
            {`${String(each).padStart(2, '0')}:00`}
          </option>
        ))}
      </Choice>
    </div>
  );
}

function RevealDialog({
  of: { site, name, params },
  onClose,
}: {
  readonly of: ExportSource;
  readonly onClose: () => void;
}) {
  const words = useWords();
  const [request, setRequest] = useState<string>();
  const { [COLUMNS_PARAM]: columns = '', ...filter } = params;
  if (request !== undefined) {
    return (
      <Modal title={words.actions['export.reveal']} onClose={onClose}>
        <p role="status">{words.action.requested(request)}</p>
      </Modal>
    );
  }
  return (
    <ActionDialog
      site={site}
      open={{
        action: 'export.reveal',
        input: { list: name, filters: new URLSearchParams(filter).toString(), columns },
        isTwo: true,
        isPreviewed: true,
      }}
      onClose={onClose}
      onDone={(outcome) => setRequest(outcome.request ?? outcome.outcome)}
    />
  );
}
