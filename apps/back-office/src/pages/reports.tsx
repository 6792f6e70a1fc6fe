// Reports: one page for all of them. The address names the report, its days and its choices; a row opens the report
// below it, so a figure leads to its transfers.
//
// Always true: the page says to which hour the sums reach. The printed page has the head of the audit chain.

import { actionNames as allActions } from '@chaba/contract/back-office/actions';
import type { ReportAnswer } from '@chaba/contract/back-office/report-wire';
import {
  isReportName,
  memberSorts,
  type ReportColumn,
  type ReportEntry,
  type ReportName,
  reportNames,
  reports,
  reportUnits,
} from '@chaba/contract/back-office/reports';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import { useInfiniteQuery, useMutation } from '@tanstack/react-query';
import { Download, Printer } from 'lucide-react';
import { useState } from 'react';
import { Link, Navigate, useParams, useSearchParams } from 'react-router';

import { reportQuery, sendReportFile } from '#api/queries';
import { ExportButton } from '#action/export-button';
import { useNotice } from '#shell/notice';
import { useSentence, useTime, useWords } from '#text/language';
import { useReportWords } from '#text/report-words';
import { Button } from '#ui/button';
import { Choice, Field } from '#ui/field';
import { Chips } from '#ui/list-page';
import { ReportTable } from '#ui/report-table';
import { saveFile } from '#ui/save-file';
import { EmptyState, ErrorState, LoadingRows, NoPermission } from '#ui/states';
import { useNow } from '#ui/use-now';
import { useTitle } from '#ui/use-title';

type Params = Readonly<Record<string, string>>;

const entryOf = (name: ReportName): ReportEntry => reports[name];

export function ReportsPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { report } = useParams();
  const open = reportNames.filter((name) => hasPermission(roles, entryOf(name).permission));
  const [first] = open;
  if (report === undefined && first !== undefined) return <Navigate to={`/${site}/reports/${first}`} replace />;
  if (report === undefined || !isReportName(report) || !open.includes(report)) return <NoPermission roles={[]} />;
  return <ReportPage key={report} site={site} name={report} open={open} roles={roles} />;
}

function ReportPage({
  site,
  name,
  open,
  roles,
}: {
  readonly site: string;
  readonly name: ReportName;
  readonly open: readonly ReportName[];
  readonly roles: readonly Role[];
}) {
  const text = useReportWords();
  useTitle(text.reportNames[name]);
  const [search, setSearch] = useSearchParams();
  const params: Params = Object.fromEntries(search);
  const query = useInfiniteQuery(reportQuery(site, name, params));
  const [page] = query.data?.pages ?? [];
  const rows = query.data?.pages.flatMap((each) => each.rows) ?? [];
  const listed = open.filter((each) => entryOf(each).isInner !== true || each === name);
  const { opens } = entryOf(name);
  const opened = opens !== undefined && isReportName(opens.report) && open.includes(opens.report) ? opens : undefined;
  return (
    <section aria-label={text.reportNames[name]}>
      <div className="grid gap-2 border-b border-hairline px-3 py-2 print:hidden">
        <ReportLinks site={site} name={name} listed={listed} params={params} />
        <Choices
          key={`${page?.from ?? ''} ${page?.to ?? ''}`}
          name={name}
          params={params}
          page={page}
          onChange={(changed) => setSearch({ ...params, ...changed })}
        />
      </div>
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 px-3 py-2">
        <h1 className="text-title-3">{text.reportNames[name]}</h1>
        {page && <Facts page={page} params={params} isLive={entryOf(name).isLive === true} />}
        {page && rows.length > 0 && <Tools site={site} name={name} params={params} />}
      </div>
      {query.isPending && <LoadingRows />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {page && rows.length === 0 && <EmptyState title={text.empty} help={text.emptyHelp} />}
      {page && rows.length > 0 && (
        <ReportTable
          label={text.reportNames[name]}
          columns={entryOf(name).columns.filter(({ id }) => page.columns.includes(id))}
          rows={rows}
          totals={query.hasNextPage || entryOf(name).params.includes('before') ? {} : page.totals}
          linkOf={(column, row) => toLink({ site, params, opened, roles }, column, row)}
        />
      )}
      {page?.isCut === true && <p className="px-3 py-2 text-text-2">{text.cut(rows.length)}</p>}
      {query.hasNextPage && (
        <div className="p-3 text-center print:hidden">
          <Button isBusy={query.isFetchingNextPage} onClick={() => void query.fetchNextPage()}>
            {text.more}
          </Button>
        </div>
      )}
    </section>
  );
}

function ReportLinks({
  site,
  name,
  listed,
  params,
}: {
  readonly site: string;
  readonly name: ReportName;
  readonly listed: readonly ReportName[];
  readonly params: Params;
}) {
  const text = useReportWords();
  return (
    <nav aria-label={text.choose} className="flex flex-wrap gap-1">
      {listed.map((each) => (
        <Link
          key={each}
          to={`/${site}/reports/${each}?${keepDays(params)}`}
          aria-current={each === name ? 'page' : undefined}
          className="inline-flex min-h-11 items-center rounded-full border border-line px-3 text-micro text-text-2 aria-[current=page]:border-accent aria-[current=page]:bg-surface-3 aria-[current=page]:text-text lg:min-h-8"
        >
          {text.reportNames[each]}
        </Link>
      ))}
    </nav>
  );
}

const keepDays = ({ from, to }: Params): string =>
  new URLSearchParams({ ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }).toString();

type LinkContext = {
  readonly site: string;
  readonly params: Params;
  readonly opened: ReportEntry['opens'];
  readonly roles: readonly Role[];
};

/** Where a cell leads: a member to the page of the member, the first cell of a row to the report below. */
function toLink(
  { site, params, opened, roles }: LinkContext,
  column: ReportColumn & { readonly isFirst: boolean },
  row: Readonly<Record<string, string | null>>,
): string | undefined {
  if (column.kind === 'member') {
    const member = row[column.id];
    return member && hasPermission(roles, 'members.view') ? `/${site}/members/${member}` : undefined;
  }
  if (!column.isFirst || opened === undefined) return undefined;
  const cells = opened.cells.map((id) => [id, row[id] ?? ''] as const);
  const days = Object.entries(params).filter(([id]) => id === 'from' || id === 'to');
  const query = new URLSearchParams({ ...Object.fromEntries(days), ...Object.fromEntries(cells) });
  return `/${site}/reports/${opened.report}?${query.toString()}`;
}

function Facts({
  page,
  params,
  isLive,
}: {
  readonly page: ReportAnswer;
  readonly params: Params;
  readonly isLive: boolean;
}) {
  const text = useReportWords();
  const actionNames = useActionNames();
  const time = useTime();
  const chosen = [
    page.from === page.to ? page.from : `${page.from} – ${page.to}`,
    params['provider'],
    params['operator'],
    actionNames[params['action'] ?? ''],
    params['reason'] === undefined
      ? undefined
      : `${text.accounts[params['fromKind'] ?? ''] ?? ''} → ${text.accounts[params['toKind'] ?? ''] ?? ''} · ${params['reason']}`,
  ].filter((each) => each !== undefined && each !== '');
  return (
    <>
      <span>{chosen.join(' · ')}</span>
      {isLive && <span className="text-micro text-text-2">{text.summedNow}</span>}
      {!isLive && page.hoursUntil !== null && (
        <span className="text-micro text-text-2">{text.summedTo(time(page.hoursUntil))}</span>
      )}
      <span className="hidden text-micro print:inline">{text.printed(page.head === '' ? text.noHead : page.head)}</span>
    </>
  );
}

/** Names of the actions of the work report. */
function useActionNames(): Readonly<Record<string, string>> {
  const words = useWords();
  return { ...words.actions, ...words.otherActions };
}

function Tools({ site, name, params }: { readonly site: string; readonly name: ReportName; readonly params: Params }) {
  const text = useReportWords();
  const notice = useNotice();
  const toSentence = useSentence();
  const file = useMutation({
    mutationFn: () => sendReportFile(site, name, params),
    onSuccess: ({ name: fileName, text: content }) => {
      saveFile(fileName, [content]);
      notice(text.downloaded(fileName));
    },
    onError: (error) => notice(toSentence(error)),
  });
  return (
    <span className="ml-auto flex gap-2 print:hidden">
      <Button isBusy={file.isPending} onClick={() => file.mutate()}>
        <Download aria-hidden="true" size={16} />
        {text.download}
      </Button>
      <ExportButton site={site} kind="report" name={name} params={params} />
      <Button onClick={() => print()}>
        <Printer aria-hidden="true" size={16} />
        {text.print}
      </Button>
    </span>
  );
}

const DAY_MS = 86_400_000;
const ZONE_MS = 7 * 3_600_000;
const toDay = (ms: number): string => new Date(ms + ZONE_MS).toISOString().slice(0, 10);

/** Usual spans of Bangkok days. */
function listRanges(
  now: number,
): Readonly<Record<'today' | 'week' | 'month' | 'lastMonth', readonly [string, string]>> {
  const today = toDay(now);
  const first = `${today.slice(0, 8)}01`;
  const beforeFirst = toDay(Date.parse(`${first}T00:00:00Z`) - ZONE_MS - DAY_MS);
  return {
    today: [today, today],
    week: [toDay(now - 6 * DAY_MS), today],
    month: [first, today],
    lastMonth: [`${beforeFirst.slice(0, 8)}01`, beforeFirst],
  };
}

const RANGES = ['today', 'week', 'month', 'lastMonth'] as const;

function Choices({
  name,
  params,
  page,
  onChange,
}: {
  readonly name: ReportName;
  readonly params: Params;
  readonly page: ReportAnswer | undefined;
  readonly onChange: (changed: Params) => void;
}) {
  const text = useReportWords();
  const offered = entryOf(name).params;
  const ranges = listRanges(useNow());
  const { from = params['from'] ?? '', to = params['to'] ?? '' } = page ?? {};
  const [days, setDays] = useState({ from, to });
  const chosen = RANGES.find((each) => ranges[each][0] === from && ranges[each][1] === to);
  return (
    <div className="flex flex-wrap items-end gap-2">
      <Chips
        label={text.range}
        values={RANGES.map((each) => [each, text.ranges[each]] as const)}
        chosen={chosen ?? ('other' as never)}
        onChoose={(value) => onChange({ from: ranges[value][0], to: ranges[value][1] })}
      />
      <form
        className="flex flex-wrap items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onChange(days);
        }}
      >
        <Field
          label={text.columns['from'] ?? ''}
          type="date"
          value={days.from}
          onChange={(value) => setDays({ ...days, from: value })}
          required
        />
        <Field
          label={text.columns['to'] ?? ''}
          type="date"
          value={days.to}
          onChange={(value) => setDays({ ...days, to: value })}
          required
        />
        <Button type="submit">{text.apply}</Button>
      </form>
      {offered.includes('operator') && <WorkFilter params={params} onChange={onChange} />}
      {offered.includes('unit') && (
        <Choice label={text.unit} value={params['unit'] ?? 'day'} onChange={(unit) => onChange({ unit })}>
          {reportUnits.map((unit) => (
            <option key={unit} value={unit}>
              {text.units[unit]}
            </option>
          ))}
        </Choice>
      )}
      {offered.includes('sort') && (
        <Choice label={text.sort} value={params['sort'] ?? memberSorts[0]} onChange={(sort) => onChange({ sort })}>
          {memberSorts.map((sort) => (
            <option key={sort} value={sort}>
              {text.sorts[sort]}
            </option>
          ))}
        </Choice>
      )}
    </div>
  );
}

/** The person and the kind of the work report. */
function WorkFilter({ params, onChange }: { readonly params: Params; readonly onChange: (changed: Params) => void }) {
  const text = useReportWords();
  const names = useActionNames();
  const { operator = '', action = '' } = params;
  const [draft, setDraft] = useState(operator);
  return (
    <>
      <form
        className="flex items-end gap-2"
        onSubmit={(event) => {
          event.preventDefault();
          onChange({ operator: draft.trim() });
        }}
      >
        <Field label={text.columns['operator'] ?? ''} value={draft} onChange={setDraft} maxLength={40} />
        <Button type="submit">{text.apply}</Button>
      </form>
      <Choice label={text.columns['action'] ?? ''} value={action} onChange={(value) => onChange({ action: value })}>
        <option value="">{text.anyAction}</option>
        {[...allActions, ...REQUEST_DECISIONS].map((each) => (
          <option key={each} value={each}>
            {names[each] ?? each}
          </option>
        ))}
      </Choice>
    </>
  );
}

const REQUEST_DECISIONS = ['request.approved', 'request.rejected', 'request.withdrawn'] as const;
