// The statement of a member for paper: opening, every transfer with the house, closing, and the head of the chain.
//
// Always true: the days are in the address. The printed page is the page; the browser prints it or saves it as PDF.

import type { ReportColumn } from '@chaba/contract/back-office/reports';
import type { StatementFacts, MemberStatementRow } from '@chaba/contract/back-office/wire-members';
import { Callout } from '@chaba/ui/callout';
import { useQuery } from '@tanstack/react-query';
import { ChevronLeft, Printer } from 'lucide-react';
import { Link, useParams, useSearchParams } from 'react-router';

import { memberStatementQuery } from '#api/queries';
import { formatAmount, useTime } from '#text/language';
import { useMemberWords } from '#text/members';
import { useReportWords } from '#text/report-words';
import { Button } from '#ui/button';
import { Field } from '#ui/field';
import { Facts } from '#ui/facts';
import { ReportTable } from '#ui/report-table';
import { EmptyState, ErrorState, LoadingRows } from '#ui/states';
import { useTitle } from '#ui/use-title';

const COLUMNS: readonly ReportColumn[] = [
  { id: 'at', kind: 'text' },
  { id: 'line', kind: 'text' },
  { id: 'reference', kind: 'text' },
  { id: 'moneyIn', kind: 'amount' },
  { id: 'moneyOut', kind: 'amount' },
  { id: 'balance', kind: 'amount' },
];

export function MemberStatementPage({ site }: { readonly site: string }) {
  const { member = '' } = useParams();
  const [search, setSearch] = useSearchParams();
  const { statement: text } = useMemberWords();
  const report = useReportWords();
  const days = Object.fromEntries([...search].filter(([name]) => name === 'from' || name === 'to'));
  const { data, error, isPending, refetch } = useQuery(memberStatementQuery(site, member, days));
  useTitle(`${text.title} ${member}`);
  return (
    <section aria-label={text.title} className="min-w-0">
      <div className="flex flex-wrap items-end gap-2 border-b border-hairline px-3 py-2 print:hidden">
        <Link
          to={`/${site}/members/${member}`}
          className="inline-flex min-h-11 items-center gap-1 text-text-2 lg:min-h-9"
        >
          <ChevronLeft aria-hidden="true" size={18} />
          {member}
        </Link>
        {(['from', 'to'] as const).map((name) => (
          <Field
            key={name}
            label={report.columns[name] ?? name}
            type="date"
            value={days[name] ?? data?.[name] ?? ''}
            onChange={(day) => day !== '' && setSearch({ ...days, [name]: day }, { replace: true })}
          />
        ))}
        <Button className="ml-auto" onClick={() => print()}>
          <Printer aria-hidden="true" size={16} />
          {report.print}
        </Button>
      </div>
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && <Statement site={site} statement={data} />}
    </section>
  );
}

function Statement({ site, statement }: { readonly site: string; readonly statement: StatementFacts }) {
  const { statement: text } = useMemberWords();
  const report = useReportWords();
  const time = useTime();
  const { reference, name, account, from, to, opening, closing, moneyIn, moneyOut, lines, head, madeAt } = statement;
  const titleOf = ({ at, account: house, moneyOut: staked }: MemberStatementRow): string => {
    if (at === null) return staked === null ? text.results : text.stakes;
    return text.lines[house] ?? house;
  };
  return (
    <div className="grid gap-3 px-3 py-3">
      <h1 className="text-title-3">{text.title}</h1>
      <Facts
        facts={[
          [text.member, `${site} · ${reference} ${name} · ${account}`],
          [text.days, from === to ? from : `${from} – ${to}`],
          [text.opening, formatAmount(opening)],
          [text.moneyIn, formatAmount(moneyIn)],
          [text.moneyOut, formatAmount(moneyOut)],
          [text.closing, <strong key="closing">{formatAmount(closing)}</strong>],
        ]}
      />
      {lines.length === 0 ? (
        <EmptyState title={report.empty} />
      ) : (
        <ReportTable
          label={text.title}
          columns={COLUMNS}
          rows={lines.map((line) => ({
            ...line,
            at: line.at === null ? line.day : time(line.at),
            line: titleOf(line),
          }))}
          totals={{ moneyIn, moneyOut, balance: closing }}
          linkOf={() => undefined}
        />
      )}
      <Callout>{text.help}</Callout>
      <p className="text-micro text-text-2">
        {`${text.made(time(madeAt))} · ${report.printed(head === '' ? report.noHead : head)}`}
      </p>
    </div>
  );
}
