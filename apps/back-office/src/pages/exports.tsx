// Exports: the own jobs with state and progress, and those that repeat; a finished file is received part by part and
// saved.
//
// Always true: a job goes on without this page. A download is recorded before its first part.

import type { ExportFailure, ExportRow, ExportState, ScheduleRow } from '@chaba/contract/back-office/exports';
import { isListName } from '@chaba/contract/back-office/lists';
import { isReportName } from '@chaba/contract/back-office/reports';
import { Badge, type Tone } from '@chaba/ui/badge';
import { useMutation, useQuery } from '@tanstack/react-query';
import { Download, X } from 'lucide-react';
import { useState } from 'react';

import {
  exportsQuery,
  queryClient,
  schedulesQuery,
  sendCancelExport,
  sendEndSchedule,
  sendExportFile,
  sendExportPart,
} from '#api/queries';
import { useNotice } from '#shell/notice';
import { useExportWords } from '#text/export-words';
import { useSentence, useTime, useWords } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { useReportWords } from '#text/report-words';
import { Button } from '#ui/button';
import { saveFile } from '#ui/save-file';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useTitle } from '#ui/use-title';

const TONES: Readonly<Record<ExportState, Tone>> = {
  waiting: 'plain',
  running: 'warning',
  done: 'success',
  failed: 'danger',
  cancelled: 'plain',
};

export function ExportsPage({ site }: { readonly site: string }) {
  const text = useExportWords();
  useTitle(text.list);
  const query = useQuery(exportsQuery(site));
  const rows = query.data ?? [];
  return (
    <section aria-label={text.list} className="min-w-0">
      <div className="flex flex-wrap items-baseline gap-x-3 border-b border-hairline px-3 py-2">
        <h1 className="text-title-3">{text.list}</h1>
        <p className="text-text-2">{text.help}</p>
      </div>
      {query.isPending && <LoadingRows />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.isSuccess && rows.length === 0 && <EmptyState title={text.empty} help={text.emptyHelp} />}
      <ul>
        {rows.map((row) => (
          <Job key={row.export} site={site} row={row} />
        ))}
      </ul>
      <Schedules site={site} />
    </section>
  );
}

function Schedules({ site }: { readonly site: string }) {
  const text = useExportWords();
  const query = useQuery(schedulesQuery(site));
  const rows = query.data ?? [];
  if (query.error) return <ErrorState error={query.error} onRetry={() => void query.refetch()} />;
  if (rows.length === 0) return null;
  return (
    <section aria-label={text.schedules} className="mt-4">
      <h2 className="px-3 py-2 text-title-3">{text.schedules}</h2>
      <ul className="border-t border-hairline">
        {rows.map((row) => (
          <Schedule key={row.schedule} site={site} row={row} />
        ))}
      </ul>
    </section>
  );
}

function Schedule({ site, row }: { readonly site: string; readonly row: ScheduleRow }) {
  const text = useExportWords();
  const time = useTime();
  const nameOf = useSourceName();
  const notice = useNotice();
  const toSentence = useSentence();
  const end = useMutation({
    mutationFn: () => sendEndSchedule(site, row.schedule),
    onError: (error) => notice(toSentence(error)),
    onSettled: () => void queryClient.invalidateQueries({ queryKey: schedulesQuery(site).queryKey }),
  });
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline px-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <Source name={nameOf(row)} params={row.params} />
        <p className="text-micro text-text-3">
          {row.ended === null ? text.next(text.periods[row.every], time(row.nextAt)) : text.scheduleLost}
        </p>
      </div>
      {row.ended === null && (
        <Button isBusy={end.isPending} onClick={() => end.mutate()}>
          <X aria-hidden="true" size={16} />
          {text.endSchedule}
        </Button>
      )}
    </li>
  );
}

function Source({ name, params }: { readonly name: string; readonly params: ExportRow['params'] }) {
  const filters = Object.entries(params).map(([param, value]) => `${param} ${value}`);
  return (
    <p className="break-words">
      <strong className="font-semibold">{name}</strong>
      {filters.length > 0 && <span className="text-text-2">{` · ${filters.join(' · ')}`}</span>}
    </p>
  );
}

/** The name of a list or report in the words of its page. */
function useSourceName(): (row: Pick<ExportRow, 'kind' | 'name'>) => string {
  const words = useWords();
  const reports = useReportWords();
  const queues = useQueueWords();
  const pages: Readonly<Record<string, string>> = { ...queues.names, ...words.pages };
  return ({ kind, name }) => {
    if (kind === 'report') return isReportName(name) ? reports.reportNames[name] : name;
    return isListName(name) ? (pages[name] ?? name) : name;
  };
}

function Job({ site, row }: { readonly site: string; readonly row: ExportRow }) {
  const text = useExportWords();
  const time = useTime();
  const nameOf = useSourceName();
  return (
    <li className="flex flex-wrap items-center gap-x-4 gap-y-1 border-b border-hairline px-3 py-2">
      <div className="min-w-0 flex-1 basis-60">
        <Source name={nameOf(row)} params={row.params} />
        <p className="text-micro text-text-3">
          {`${row.export} · `}
          <span className="break-all">{row.file}</span>
          {` · ${text.columns.created} ${time(row.createdAt)} · ${text.columns.deleted} ${time(row.deletedAt)}`}
        </p>
        {row.failure !== null && (
          <p className="text-danger">{text.failures[row.failure as ExportFailure] ?? row.failure}</p>
        )}
      </div>
      <span className="tabular-nums text-text-2">{text.rows(row.rows.toLocaleString('en-US'))}</span>
      {row.request !== null && <Badge tone="warning">{`${text.inFull} · ${row.request}`}</Badge>}
      <Badge tone={TONES[row.state]}>{text.states[row.state]}</Badge>
      <JobTools site={site} row={row} />
    </li>
  );
}

function JobTools({ site, row }: { readonly site: string; readonly row: ExportRow }) {
  const text = useExportWords();
  const notice = useNotice();
  const toSentence = useSentence();
  const [progress, setProgress] = useState('');
  const onError = (error: unknown): void => notice(toSentence(error));
  const refresh = (): void => void queryClient.invalidateQueries({ queryKey: exportsQuery(site).queryKey });
  const cancel = useMutation({
    mutationFn: () => sendCancelExport(site, row.export),
    onError,
    onSettled: refresh,
  });
  const download = useMutation({
    mutationFn: async () => {
      const { name, parts } = await sendExportFile(site, row.export);
      const texts: string[] = [];
      for (let part = 1; part <= parts; part += 1) {
        setProgress(text.downloading(part, parts));
        texts.push((await sendExportPart(site, row.export, part)).text);
      }
      saveFile(name, texts);
    },
    onError,
    onSettled: () => setProgress(''),
  });
  if (row.state === 'waiting' || row.state === 'running') {
    return (
      <Button isBusy={cancel.isPending} onClick={() => cancel.mutate()}>
        <X aria-hidden="true" size={16} />
        {text.cancel}
      </Button>
    );
  }
  if (row.state !== 'done') return null;
  return (
    <>
      <span role="status" className="text-micro text-text-2">
        {progress}
      </span>
      <Button isBusy={download.isPending} onClick={() => download.mutate()}>
        <Download aria-hidden="true" size={16} />
        {text.download}
      </Button>
    </>
  );
}
