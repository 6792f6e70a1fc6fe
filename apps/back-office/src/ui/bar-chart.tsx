// A chart of bars as a figure: its result as a sentence, the bars, and the same figures as a table.
//
// Always true: the bars are hidden from screen readers, which read the sentence and the table.

import { classNames } from '@chaba/ui/class-names';
import { type ReactNode, useId } from 'react';

export type Bar = {
  readonly label: string;
  readonly value: number;
  readonly shown: string;
  /** The same of an earlier time, drawn behind. */
  readonly before?: { readonly value: number; readonly shown: string } | undefined;
};

const WIDTH = 600;
const HEIGHT = 140;
const LABELLED = 6;

export function BarChart({
  title,
  sentence,
  tableLabel,
  names,
  bars,
}: {
  readonly title: string;
  readonly sentence: string;
  readonly tableLabel: string;
  /** Names of the columns: the label, the value, the earlier value. */
  readonly names: readonly [string, string, string?];
  readonly bars: readonly Bar[];
}) {
  const id = useId();
  return (
    <figure aria-labelledby={`${id}-title`} className="min-w-0 rounded-[12px] border border-hairline p-3">
      <h2 id={`${id}-title`} className="font-semibold">
        {title}
      </h2>
      <figcaption className="mb-2 text-micro text-text-2">{sentence}</figcaption>
      {bars.length > 0 && <Bars bars={bars} />}
      {bars.length > 0 && (
        <details className="mt-2">
          <summary className="inline-flex min-h-11 cursor-pointer items-center text-micro text-text-2 underline lg:min-h-6">
            {tableLabel}
          </summary>
          <ChartTable title={title} names={names} bars={bars} />
        </details>
      )}
    </figure>
  );
}

function Bars({ bars }: { readonly bars: readonly Bar[] }): ReactNode {
  const values = bars.flatMap(({ value, before }) => [value, before?.value ?? 0]);
  const [most, least] = [Math.max(0, ...values), Math.min(0, ...values)];
  const span = most - least || 1;
  const toY = (value: number): number => ((most - value) / span) * HEIGHT;
  const step = WIDTH / bars.length;
  const every = Math.ceil(bars.length / LABELLED);
  return (
    <>
      <svg
        aria-hidden="true"
        viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
        preserveAspectRatio="none"
        className="block h-36 w-full overflow-visible"
      >
        {bars.map(({ label, value, before }, index) => (
          <g key={label}>
            {before && (
              <rect
                x={index * step + step * 0.08}
                width={step * 0.84}
                y={Math.min(toY(0), toY(before.value))}
                height={Math.abs(toY(0) - toY(before.value))}
                className="fill-surface-3"
              />
            )}
            <rect
              x={index * step + step * 0.24}
              width={step * 0.52}
              y={Math.min(toY(0), toY(value))}
              height={Math.abs(toY(0) - toY(value))}
              className="fill-accent"
            />
          </g>
        ))}
        <line x1="0" x2={WIDTH} y1={toY(0)} y2={toY(0)} className="stroke-text-3" vectorEffect="non-scaling-stroke" />
      </svg>
      <div aria-hidden="true" className="flex text-micro text-text-3">
        {bars
          .filter((_, index) => index % every === 0)
          .map(({ label }) => (
            <span key={label} className={classNames('min-w-0 flex-1 truncate', every === 1 ? 'text-center' : 'pr-1')}>
              {label}
            </span>
          ))}
      </div>
    </>
  );
}

function ChartTable({
  title,
  names,
  bars,
}: {
  readonly title: string;
  readonly names: readonly [string, string, string?];
  readonly bars: readonly Bar[];
}) {
  const [label, value, before] = names;
  return (
    <table aria-label={title} className="dense w-full">
      <thead>
        <tr>
          <th scope="col" className="text-left font-medium text-text-3">
            {label}
          </th>
          <th scope="col" className="text-right font-medium text-text-3">
            {value}
          </th>
          {before !== undefined && (
            <th scope="col" className="text-right font-medium text-text-3">
              {before}
            </th>
          )}
        </tr>
      </thead>
      <tbody>
        {bars.map((bar) => (
          <tr key={bar.label} className="border-t border-hairline">
            <th scope="row" className="text-left font-normal">
              {bar.label}
            </th>
            <td className="text-right">{bar.shown}</td>
            {before !== undefined && <td className="text-right">{bar.before?.shown ?? '–'}</td>}
          </tr>
        ))}
      </tbody>
    </table>
  );
}
