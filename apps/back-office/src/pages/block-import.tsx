// Imports of blocks: a file whose rows are checked before, and the jobs that run them.
//
// Always true: rows with a problem are named before anything runs, and are never run. A job goes on without this page.

import { BLOCK_FILE_LENGTH_MAX, type ImportRow, type ImportState } from '@chaba/contract/back-office/blocks';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useInfiniteQuery, useMutation, useQuery } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';

import { ActionDialog } from '#action/action-dialog';
import { listQuery, previewQuery, sendImportFile } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useSentence, useTime, useWords } from '#text/language';
import { useRiskWords } from '#text/risk-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { Facts } from '#ui/facts';
import { FileField, type FileText } from '#ui/file-field';
import { ListPage, PlainRows } from '#ui/list-page';
import { Modal } from '#ui/modal';
import { saveFile } from '#ui/save-file';
import { EmptyState } from '#ui/states';

import type { ListState } from './use-list.ts';

const TONES: Readonly<Record<ImportState, Tone>> = {
  waiting: 'plain',
  running: 'warning',
  done: 'success',
  failed: 'danger',
  stopped: 'plain',
};
const POLLED_MS = 2_000;

const isOpen = ({ state }: ImportRow): boolean => state === 'waiting' || state === 'running';

export function Imports({
  site,
  state,
  chips,
}: {
  readonly site: string;
  readonly state: ListState;
  readonly chips: ReactNode;
}) {
  const words = useRiskWords();
  const list = useInfiniteQuery({
    ...listQuery(site, 'block-imports', {}, false),
    refetchInterval: ({ state: { data } }) =>
      data?.pages.some(({ rows }) => rows.some((row) => isOpen(row))) === true ? POLLED_MS : false,
  });
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  const chosen = rows.find((row) => row.import === state.chosen);
  const [isImporting, setImporting] = useState(false);
  return (
    <ListPage
      title={words.title}
      placeholder={words.choose}
      onClosePanel={() => state.choose(undefined)}
      panel={chosen && <ImportPanel key={chosen.import} site={site} row={chosen} />}
      tools={
        <>
          {chips}
          <Button variant="primary" onClick={() => setImporting(true)}>
            {words.imports.start}
          </Button>
        </>
      }
    >
      <PlainRows
        list={list}
        empty={<EmptyState title={words.imports.empty} help={words.imports.help} />}
        label={words.imports.title}
        columns={useColumns()}
        rows={rows}
        keyOf={(row: ImportRow) => row.import}
        chosen={state.chosen}
        onChoose={state.choose}
      />
      {isImporting && (
        <ImportDialog
          site={site}
          onClose={() => setImporting(false)}
          onDone={(id) => {
            setImporting(false);
            void list.refetch();
            state.choose(id);
          }}
        />
      )}
    </ListPage>
  );
}

function useColumns(): readonly Column<ImportRow>[] {
  const { imports } = useRiskWords();
  const time = useTime();
  const { columns } = imports;
  return [
    {
      id: 'file',
      title: columns.file,
      cell: ({ file }) => <strong className="font-semibold break-all">{file}</strong>,
    },
    {
      id: 'state',
      title: columns.state,
      cell: ({ state }) => <Badge tone={TONES[state]}>{imports.states[state]}</Badge>,
    },
    { id: 'progress', title: columns.progress, isNumber: true, cell: ({ finished, rows }) => `${finished} / ${rows}` },
    { id: 'blocked', title: columns.blocked, isNumber: true, cell: ({ blocked }) => blocked },
    { id: 'bad', title: columns.bad, isNumber: true, cell: ({ bad }) => bad },
    { id: 'by', title: columns.by, isWide: true, cell: ({ by }) => by },
    {
      id: 'time',
      title: columns.time,
      isWide: true,
      cell: ({ createdAt }) => <span className="whitespace-nowrap text-text-2">{time(createdAt)}</span>,
    },
  ];
}

function ImportPanel({ site, row }: { readonly site: string; readonly row: ImportRow }) {
  const { imports } = useRiskWords();
  const text = useWords();
  const time = useTime();
  const notice = useNotice();
  const toSentence = useSentence();
  const [isStopping, setStopping] = useState(false);
  const { columns } = imports;
  const download = useMutation({
    mutationFn: () => sendImportFile(site, row.import),
    onSuccess: ({ name, text: content }) => saveFile(name, [content]),
    onError: (error) => notice(toSentence(error)),
  });
  return (
    <div className="dense grid gap-3 py-3">
      <h2 className="text-title-3 break-all">{row.file}</h2>
      <div role="status" className="grid gap-1">
        <p className="flex items-center gap-2">
          <Badge tone={TONES[row.state]}>{imports.states[row.state]}</Badge>
          <span className="text-text-2 tabular-nums">{`${row.finished} / ${row.rows}`}</span>
        </p>
        <progress className="w-full" aria-label={columns.progress} max={row.rows} value={row.finished} />
      </div>
      {row.failure !== null && <Callout tone="warning">{imports.failures[row.failure] ?? row.failure}</Callout>}
      <Facts
        facts={[
          [columns.no, row.import],
          [columns.blocked, String(row.blocked)],
          [columns.existing, String(row.existing)],
          [columns.bad, String(row.bad)],
          [columns.reason, row.reason],
          [columns.by, row.by],
          [columns.time, time(row.createdAt)],
          [columns.finished, row.finishedAt === null ? text.none : time(row.finishedAt)],
        ]}
      />
      <div className="flex gap-2">
        <Button isBusy={download.isPending} onClick={() => download.mutate()}>
          {imports.result}
        </Button>
        {isOpen(row) && <Button onClick={() => setStopping(true)}>{text.actions['block.stop-import']}</Button>}
      </div>
      {isStopping && (
        <ActionDialog
          site={site}
          open={{ action: 'block.stop-import', input: { import: row.import }, isTwo: false, isPreviewed: true }}
          onClose={() => setStopping(false)}
          onDone={() => {
            setStopping(false);
            notice(text.action.done);
          }}
        />
      )}
    </div>
  );
}

function ImportDialog({
  site,
  onClose,
  onDone,
}: {
  readonly site: string;
  readonly onClose: () => void;
  readonly onDone: (id: string | undefined) => void;
}) {
  const words = useWords();
  const { imports } = useRiskWords();
  const [file, setFile] = useState<FileText>();
  const [isSending, setSending] = useState(false);
  const input = { name: file?.name ?? '', rows: file?.text ?? '' };
  const check = useQuery({
    ...previewQuery(site, 'block.import', input),
    enabled: file !== undefined && !isSending,
  });
  if (isSending) {
    return (
      <ActionDialog
        site={site}
        open={{ action: 'block.import', input, isTwo: false, isPreviewed: true }}
        onClose={() => setSending(false)}
        onDone={(outcome) => onDone(outcome.import)}
      />
    );
  }
  return (
    <Modal title={words.actions['block.import']} onClose={onClose}>
      <div className="grid gap-3">
        <p className="text-text-2">{imports.help}</p>
        <p className="overflow-x-auto rounded-[8px] bg-surface-2 p-2 text-micro whitespace-pre">{imports.example}</p>
        <FileField label={imports.file} lengthMax={BLOCK_FILE_LENGTH_MAX} faults={imports} onRead={setFile} />
        {file !== undefined && <Verdict facts={check.data?.facts} error={check.error} />}
        <div className="flex justify-end gap-2">
          <Button onClick={onClose}>{words.cancel}</Button>
          <Button
            variant="primary"
            isBusy={check.isFetching}
            disabled={Number(check.data?.facts['newRows'] ?? 0) === 0}
            onClick={() => setSending(true)}
          >
            {words.actions['block.import']}
          </Button>
        </div>
      </div>
    </Modal>
  );
}

/** The numbers of rows, and each that will not run. */
function Verdict({
  facts,
  error,
}: {
  readonly facts: Readonly<Record<string, unknown>> | undefined;
  readonly error: unknown;
}) {
  const { imports } = useRiskWords();
  const toSentence = useSentence();
  if (error !== null) {
    return (
      <p role="alert" className="text-danger">
        {imports.fileError} {toSentence(error)}
      </p>
    );
  }
  if (!facts) return <p role="status">{imports.checking}</p>;
  const bad = Array.isArray(facts['bad']) ? (facts['bad'] as readonly string[]) : [];
  return (
    <>
      <div className="dense">
        <Facts
          facts={[
            [imports.columns.rows, String(facts['rows'])],
            [imports.columns.newRows, String(facts['newRows'])],
            [imports.columns.existing, String(facts['existing'])],
            [imports.columns.bad, String(facts['badRows'])],
          ]}
        />
      </div>
      {bad.length > 0 && (
        <Callout tone="warning">
          <p>{imports.badHelp}</p>
          <ul className="max-h-48 overflow-y-auto">
            {bad.map((line) => (
              <li key={line}>{toBadSentence(line, imports)}</li>
            ))}
          </ul>
        </Callout>
      )}
    </>
  );
}

/** "7 twice" in the words of the page. */
function toBadSentence(line: string, { problems, badRow }: ReturnType<typeof useRiskWords>['imports']): string {
  const [row = '', problem = ''] = line.split(' ');
  return badRow(row, problems[problem] ?? problem);
}
