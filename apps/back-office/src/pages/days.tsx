// Business days: the list of days that are over, and one day with its differences, balances and closes, for the screen
// and for paper.
//
// Always true: a closed day shows the figures of its close. Each difference has its explanation or a button for one.

import {
  type DayDetail,
  type DayDifference,
  dayGroups,
  type DayLine,
  type DayRow,
  type DayState,
} from '@chaba/contract/back-office/day-close';
import { hasPermission, type Role } from '@chaba/contract/back-office/roles';
import { Badge, type Tone } from '@chaba/ui/badge';
import { Callout } from '@chaba/ui/callout';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ChevronLeft, Printer } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { Link, useNavigate, useParams } from 'react-router';

import { ActionDialog, type OpenAction } from '#action/action-dialog';
import { businessDayQuery, businessDaysQuery } from '#api/queries';
import { useNotice } from '#shell/notice';
import { useDayWords } from '#text/day-words';
import { addAmounts, formatAmount, useDay, useTime, useWords } from '#text/language';
import { useReportWords } from '#text/report-words';
import { Button } from '#ui/button';
import type { Column } from '#ui/data-table';
import { ListPage, PlainRows } from '#ui/list-page';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useTitle } from '#ui/use-title';

import { useListState } from './use-list.ts';

const TONES: Readonly<Record<DayState, Tone>> = { counting: 'plain', open: 'warning', closed: 'success' };

/** The noon of a day, so that every zone formats the same date. */
const toNoon = (day: string): string => `${day}T05:00:00Z`;

export function DaysPage({ site }: { readonly site: string }) {
  const text = useDayWords();
  const navigate = useNavigate();
  const state = useListState();
  const list = useInfiniteQuery(businessDaysQuery(site));
  const rows = list.data?.pages.flatMap((page) => page.rows) ?? [];
  return (
    <ListPage title={text.list} placeholder={undefined} panel={undefined} onClosePanel={() => undefined}>
      <PlainRows
        list={list}
        empty={<EmptyState title={text.empty} help={text.emptyHelp} />}
        label={text.list}
        columns={useColumns()}
        rows={rows}
        keyOf={({ day }) => day}
        chosen={state.chosen}
        onChoose={(day, isOpened) => {
          if (isOpened) void navigate(`/${site}/days/${day}`);
          else state.choose(day);
        }}
      />
    </ListPage>
  );
}

function useColumns(): readonly Column<DayRow>[] {
  const text = useDayWords();
  const toDay = useDay();
  const time = useTime();
  return [
    {
      id: 'day',
      title: text.columns.day,
      cell: ({ day }) => <strong className="font-semibold whitespace-nowrap">{toDay(toNoon(day))}</strong>,
    },
    {
      id: 'state',
      title: text.columns.state,
      cell: ({ state, isChanged }) => (
        <span className="inline-flex flex-wrap gap-1">
          <Badge tone={TONES[state]}>{text.states[state]}</Badge>
          {isChanged && <Badge tone="danger">{text.changedSince}</Badge>}
        </span>
      ),
    },
    {
      id: 'differences',
      title: text.columns.differences,
      cell: ({ state, differences, unexplained }) => {
        if (state === 'counting') return '–';
        if (differences === 0) return <span className="text-text-2">{text.noDifference}</span>;
        return (
          <span className={unexplained > 0 ? 'text-danger' : 'text-text-2'}>
            {text.differenceCount(differences, unexplained)}
          </span>
        );
      },
    },
    {
      id: 'closed',
      title: text.columns.closed,
      cell: ({ closedBy, closedAt }) =>
        closedBy === null || closedAt === null ? (
          ''
        ) : (
          <span className="text-text-2">{`${closedBy} · ${time(closedAt)}`}</span>
        ),
    },
  ];
}

export function DayPage({ site, roles }: { readonly site: string; readonly roles: readonly Role[] }) {
  const { day = '' } = useParams();
  const text = useDayWords();
  const toDay = useDay();
  const title = text.dayTitle(/^\d{4}-\d{2}-\d{2}$/.test(day) ? toDay(toNoon(day)) : day);
  useTitle(title);
  const query = useQuery(businessDayQuery(site, day));
  const notice = useNotice();
  const words = useWords();
  const [open, setOpen] = useState<OpenAction>();
  return (
    <section aria-label={title} className="min-w-0">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1 border-b border-hairline px-3 py-2">
        <Link
          to={`/${site}/days`}
          className="inline-flex min-h-11 items-center gap-1 text-text-2 lg:min-h-9 print:hidden"
        >
          <ChevronLeft aria-hidden="true" size={18} />
          {text.back}
        </Link>
        <h1 className="text-title-3">{title}</h1>
        {query.data && <Badge tone={TONES[query.data.state]}>{text.states[query.data.state]}</Badge>}
        {query.data && <Tools day={query.data} roles={roles} onOpen={setOpen} />}
      </div>
      {query.isPending && <LoadingRows />}
      {query.error && <ErrorState error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="grid gap-4 px-3 py-3">
          <StateLine day={query.data} />
          <Differences day={query.data} roles={roles} onOpen={setOpen} />
          <Lines day={query.data} />
          <Closes day={query.data} />
        </div>
      )}
      {open !== undefined && (
        <ActionDialog
          site={site}
          open={open}
          onClose={() => setOpen(undefined)}
          onDone={({ request }) => {
            setOpen(undefined);
            notice(request === undefined ? words.action.done : words.action.requested(request));
          }}
        />
      )}
    </section>
  );
}

type Opening = {
  readonly day: DayDetail;
  readonly roles: readonly Role[];
  readonly onOpen: (open: OpenAction) => void;
};

const countOpen = ({ differences }: DayDetail): number =>
  differences.filter(({ explanation }) => explanation === null).length;

function Tools({ day, roles, onOpen }: Opening) {
  const words = useWords();
  const report = useReportWords();
  const input = { day: day.day };
  const canClose = day.state === 'open' && hasPermission(roles, 'days.close');
  const canReopen = day.state === 'closed' && day.request === null && roles.includes('finance');
  return (
    <span className="ml-auto flex flex-wrap gap-2 print:hidden">
      {canClose && (
        <Button
          variant="primary"
          disabled={countOpen(day) > 0}
          onClick={() => onOpen({ action: 'business-day.close', input, isTwo: false, isPreviewed: true })}
        >
          {words.actions['business-day.close']}
        </Button>
      )}
      {canReopen && (
        <Button onClick={() => onOpen({ action: 'business-day.reopen', input, isTwo: true, isPreviewed: true })}>
          {words.actions['business-day.reopen']}
        </Button>
      )}
      <Button onClick={() => print()}>
        <Printer aria-hidden="true" size={16} />
        {report.print}
      </Button>
    </span>
  );
}

function StateLine({ day }: { readonly day: DayDetail }) {
  const text = useDayWords();
  const report = useReportWords();
  const time = useTime();
  const [last] = day.closes;
  const unexplained = countOpen(day);
  return (
    <>
      <div className="print:hidden">
        {day.state === 'counting' && <Callout>{text.counting}</Callout>}
        {day.state === 'open' && unexplained === 0 && <Callout tone="success">{text.ready}</Callout>}
        {day.state === 'open' && unexplained > 0 && <Callout tone="warning">{text.notReady(unexplained)}</Callout>}
        {day.request !== null && <Callout tone="warning">{text.waits(day.request)}</Callout>}
      </div>
      {day.state === 'closed' && last && <p>{text.closedBy(last.closedBy, time(last.closedAt))}</p>}
      <p className="hidden text-micro print:block">{report.printed(day.head === '' ? report.noHead : day.head)}</p>
    </>
  );
}

function Differences({ day, roles, onOpen }: Opening) {
  const text = useDayWords();
  if (day.differences.length === 0) return null;
  return (
    <section aria-labelledby="differences" className="grid gap-2">
      <h2 id="differences" className="text-body font-semibold">
        {text.differences}
      </h2>
      <ul className="grid gap-2">
        {day.differences.map((difference) => (
          <li
            key={`${difference.subject} ${difference.state}`}
            className="grid gap-1 rounded-[8px] border border-hairline p-3 break-inside-avoid print:border-0 print:border-t print:px-0"
          >
            <Difference day={day.day} difference={difference} roles={roles} onOpen={onOpen} />
          </li>
        ))}
      </ul>
    </section>
  );
}

function Difference({
  day,
  difference,
  roles,
  onOpen,
}: {
  readonly day: string;
  readonly difference: DayDifference;
  readonly roles: readonly Role[];
  readonly onOpen: (open: OpenAction) => void;
}) {
  const text = useDayWords();
  const time = useTime();
  const nameOf = useLineName();
  const { kind, subject, state, ours, theirs, detail, explanation } = difference;
  const [first, second] = useSides(kind);
  return (
    <>
      <div className="flex flex-wrap items-baseline gap-x-3">
        <strong className="font-semibold">{text.kinds[kind]}</strong>
        <span className="min-w-0 break-words text-text-2">{nameOf(kind, subject, difference.name)}</span>
      </div>
      {ours !== null && theirs !== null && (
        <p className="tabular-nums">
          {text.amounts(
            [first, formatAmount(ours)],
            [second, formatAmount(theirs)],
            formatAmount(subtractTexts(ours, theirs)),
          )}
        </p>
      )}
      {detail !== null && (
        <p className="break-words text-text-2">{/^\d+$/.test(detail) ? text.counts(kind, detail) : detail}</p>
      )}
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        {explanation === null ? (
          <Badge tone="danger">{text.unexplained}</Badge>
        ) : (
          <p className="min-w-0 flex-1">
            {explanation.text}
            <span className="block text-micro text-text-3">
              {text.explainedBy(explanation.by, time(explanation.at))}
            </span>
          </p>
        )}
        {hasPermission(roles, 'days.explain') && (
          <Button
            className="ml-auto print:hidden"
            onClick={() =>
              onOpen({
                action: 'business-day.explain',
                input: { day, subject, state },
                isTwo: false,
                isPreviewed: true,
                reasonLabel: text.explanation,
              })
            }
          >
            {explanation === null ? text.explain : text.explainAgain}
          </Button>
        )}
      </div>
    </>
  );
}

const subtractTexts = (ours: string, theirs: string): string =>
  addAmounts([ours, theirs.startsWith('-') ? theirs.slice(1) : `-${theirs}`]);

/** The names of the two amounts of a difference. */
function useSides(kind: DayDifference['kind']): readonly [string, string] {
  const { ours, theirs } = useDayWords();
  if (kind === 'changed') return [theirs.now, theirs.changed];
  return kind === 'sums' ? [theirs.stored, theirs.sums] : [ours, theirs.other];
}

/** The name of a line: an account in words, a provider, an account at a bank. */
function useLineName(): (kind: string, line: string, name: string) => string {
  const text = useDayWords();
  const { accounts } = useReportWords();
  return (kind, line, name) => {
    if (kind === 'changed') {
      const [, of = ''] = line.split(' ');
      return of === 'account' ? (accounts[line.split(' ')[2] ?? ''] ?? name) : toBank(of, name);
    }
    return kind === 'account' ? (accounts[name] ?? name) : toBank(kind, name);
  };

  function toBank(kind: string, name: string): string {
    return kind === 'bank' && name === '' ? text.payingAccount : name;
  }
}

function Lines({ day }: { readonly day: DayDetail }) {
  const text = useDayWords();
  const groups = dayGroups
    .map((group) => [group, day.lines.filter((line) => line.group === group)] as const)
    .filter(([, lines]) => lines.length > 0);
  if (groups.length === 0) return null;
  const titles = text.lineColumns;
  return (
    <section aria-labelledby="balances" className="grid gap-2">
      <h2 id="balances" className="text-body font-semibold">
        {text.lines}
      </h2>
      <table aria-label={text.lines} className="dense block w-full tabular-nums lg:table print:table">
        <thead className="sr-only lg:not-sr-only lg:table-header-group print:not-sr-only print:table-header-group">
          <tr>
            {AMOUNTS.map((id) => (
              <th
                key={id}
                scope="col"
                className={`px-2 py-1.5 text-micro font-medium text-text-3 ${id === 'name' ? 'text-left' : 'text-right'}`}
              >
                {titles[id]}
              </th>
            ))}
          </tr>
        </thead>
        {groups.map(([group, lines]) => (
          <LineGroup key={group} title={text.groups[group]} lines={lines} />
        ))}
      </table>
    </section>
  );
}

const AMOUNTS = ['name', 'opening', 'in', 'out', 'closing'] as const;

function LineGroup({ title, lines }: { readonly title: string; readonly lines: readonly DayLine[] }) {
  const nameOf = useLineName();
  const report = useReportWords();
  const sum = (id: 'opening' | 'in' | 'out' | 'closing'): string => addAmounts(lines.map((line) => line[id]));
  const [first] = lines;
  return (
    <tbody className="block lg:table-row-group print:table-row-group print:break-inside-avoid">
      <tr className="block border-t border-hairline lg:table-row print:table-row">
        <th
          scope="rowgroup"
          colSpan={5}
          className="block px-2 pt-3 pb-1 text-left font-semibold lg:table-cell print:table-cell"
        >
          {title}
        </th>
      </tr>
      {lines.map((line) => (
        <LineRow
          key={line.line}
          name={nameOf(line.line.split(' ')[0] ?? '', line.line, line.name)}
          amounts={[line.opening, line.in, line.out, line.closing]}
        />
      ))}
      {first && lines.length > 1 && (
        <LineRow name={report.total} amounts={[sum('opening'), sum('in'), sum('out'), sum('closing')]} isTotal />
      )}
    </tbody>
  );
}

function LineRow({
  name,
  amounts,
  isTotal = false,
}: {
  readonly name: ReactNode;
  readonly amounts: readonly string[];
  readonly isTotal?: boolean;
}) {
  const titles = useDayWords().lineColumns;
  return (
    <tr
      className={`block border-t border-hairline px-2 py-1.5 lg:table-row lg:p-0 print:table-row ${isTotal ? 'font-semibold' : ''}`}
    >
      <th
        scope="row"
        className={`block text-left lg:table-cell lg:h-8 lg:px-2 print:table-cell print:px-2 ${isTotal ? 'font-semibold' : 'font-normal'}`}
      >
        {name}
      </th>
      {amounts.map((amount, index) => {
        const id = AMOUNTS[index + 1] ?? 'closing';
        return (
          <td
            key={id}
            className="flex justify-between gap-3 lg:table-cell lg:px-2 lg:text-right lg:whitespace-nowrap print:table-cell print:px-2 print:text-right"
          >
            <span aria-hidden="true" className="text-text-3 lg:hidden print:hidden">
              {titles[id]}
            </span>
            {formatAmount(amount)}
          </td>
        );
      })}
    </tr>
  );
}

function Closes({ day }: { readonly day: DayDetail }) {
  const text = useDayWords();
  const time = useTime();
  if (day.closes.length === 0) return null;
  return (
    <section aria-labelledby="closes" className="grid gap-1">
      <h2 id="closes" className="text-body font-semibold">
        {text.history}
      </h2>
      <ol className="dense grid gap-1 text-text-2">
        {day.closes.map(({ no, closedBy, closedAt, reopenedBy, reopenedAt, request }) => (
          <li key={no}>
            {text.closedBy(closedBy, time(closedAt))}
            {reopenedAt !== null && ` · ${text.reopenedBy(reopenedBy ?? '', time(reopenedAt), request ?? '')}`}
          </li>
        ))}
      </ol>
    </section>
  );
}
