// The table of a report: columns by kind, sums below; on a phone each row is a card with a name before each value.

import type { ReportColumn } from '@chaba/contract/back-office/reports';
import { classNames } from '@chaba/ui/class-names';
import type { ReactNode } from 'react';
import { Link } from 'react-router';

import { formatAmount, formatSpan, useTime, useWords } from '#text/language';
import { useReportWords } from '#text/report-words';

type Row = Readonly<Record<string, string | null>>;

const NUMBERS: readonly ReportColumn['kind'][] = ['amount', 'count', 'share', 'seconds'];
const isNumber = ({ kind }: ReportColumn): boolean => NUMBERS.includes(kind);

export function ReportTable({
  label,
  columns,
  rows,
  totals,
  linkOf,
}: {
  readonly label: string;
  readonly columns: readonly ReportColumn[];
  readonly rows: readonly Row[];
  /** Empty: no row of sums. */
  readonly totals: Row;
  readonly linkOf: (column: ReportColumn & { readonly isFirst: boolean }, row: Row) => string | undefined;
}) {
  const text = useReportWords();
  const format = useFormat();
  return (
    <table aria-label={label} className="dense block w-full lg:table print:table">
      <thead className="sr-only lg:not-sr-only lg:table-header-group print:not-sr-only print:table-header-group">
        <tr>
          {columns.map((column) => (
            <th
              key={column.id}
              scope="col"
              className={classNames(
                'px-2 py-1.5 text-micro font-medium text-text-3',
                isNumber(column) ? 'text-right' : 'text-left',
              )}
            >
              {text.columns[column.id] ?? column.id}
            </th>
          ))}
        </tr>
      </thead>
      <tbody className="block lg:table-row-group print:table-row-group">
        {rows.map((row, index) => (
          <ReportRow
            key={`${index} ${row[columns[0]?.id ?? ''] ?? ''}`}
            columns={columns}
            cellOf={(column, isFirst) => toCell(format(column, row[column.id]), linkOf({ ...column, isFirst }, row))}
          />
        ))}
      </tbody>
      {Object.keys(totals).length > 0 && (
        <tfoot className="block font-semibold lg:table-footer-group print:table-row-group">
          <ReportRow
            columns={columns}
            cellOf={(column, isFirst) => {
              if (isFirst) return text.total;
              return column.id in totals ? format(column, totals[column.id]) : '';
            }}
          />
        </tfoot>
      )}
    </table>
  );
}

function toCell(value: string, link: string | undefined): ReactNode {
  if (link === undefined) return value;
  return (
    <Link to={link} className="inline-flex min-h-11 items-center underline lg:min-h-0">
      {value}
    </Link>
  );
}

function ReportRow({
  columns,
  cellOf,
}: {
  readonly columns: readonly ReportColumn[];
  readonly cellOf: (column: ReportColumn, isFirst: boolean) => ReactNode;
}) {
  const text = useReportWords();
  return (
    <tr className="block border-t border-hairline px-3 py-2 lg:table-row lg:p-0 print:table-row">
      {columns.map((column, index) => (
        <td
          key={column.id}
          className={classNames(
            'flex min-w-0 items-center justify-between gap-3 lg:table-cell lg:h-9 lg:px-2 print:table-cell print:px-1',
            isNumber(column) ? 'lg:text-right lg:whitespace-nowrap print:text-right' : 'break-all lg:break-normal',
          )}
        >
          <span aria-hidden="true" className="shrink-0 text-text-3 lg:hidden print:hidden">
            {text.columns[column.id] ?? column.id}
          </span>
          {cellOf(column, index === 0)}
        </td>
      ))}
    </tr>
  );
}

function useFormat(): (column: ReportColumn, value: string | null | undefined) => string {
  const text = useReportWords();
  const words = useWords();
  const time = useTime();
  const actions: Readonly<Record<string, string>> = { ...words.actions, ...words.otherActions };
  const formats: Readonly<Partial<Record<ReportColumn['kind'], (value: string) => string>>> = {
    amount: formatAmount,
    count: (value) => value.replaceAll(/\B(?=(\d{3})+$)/g, ','),
    share: (value) => `${value} %`,
    seconds: (value) => formatSpan(Number(value)),
    time,
    account: (value) => text.accounts[value] ?? value,
    action: (value) => actions[value] ?? value,
    outcome: (value) => words.audit.outcomes[value] ?? value,
  };
  return ({ kind }, value) => {
    if (value === null || value === undefined) return '–';
    return (formats[kind] ?? String)(value);
  };
}
