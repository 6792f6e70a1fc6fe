// Dashboard: today beside the same hours of yesterday and of a week ago, hours and providers as charts, waiting queues.
//
// Always true: the page says of which moment its figures are; a figure without permission is not sent.

import { type DashboardFacts, type Figure, moneyFigures, playFigures } from '@chaba/contract/back-office/report-wire';
import { Badge, type Tone } from '@chaba/ui/badge';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';

import { dashboardQuery, queuesQuery } from '#api/queries';
import { getUrgency, toQueuePath } from '#shell/overdue';
import { addAmounts, formatAmount, formatSpan, useClock } from '#text/language';
import { useQueueWords } from '#text/queue-words';
import { useReportWords } from '#text/report-words';
import { type Bar, BarChart } from '#ui/bar-chart';
import { Chips } from '#ui/list-page';
import { ErrorState, LoadingRows } from '#ui/states';
import { useNow } from '#ui/use-now';
import { useTitle } from '#ui/use-title';

const FIGURES: readonly Figure[] = [...moneyFigures, ...playFigures];
const TONES: Readonly<Record<DashboardFacts['level'], Tone>> = {
  good: 'success',
  degraded: 'warning',
  broken: 'danger',
};
const isCount = (figure: Figure): boolean => figure === 'players' || figure === 'registered';
const formatFigure = (figure: Figure, value: string | undefined): string => {
  if (value === undefined) return '–';
  return isCount(figure) ? Number(value).toLocaleString('en') : formatAmount(value);
};

export function DashboardPage({ site }: { readonly site: string }) {
  const text = useReportWords();
  useTitle(text.dashboard);
  const clock = useClock();
  const { data, error, isPending, refetch } = useQuery(dashboardQuery(site));
  return (
    <section aria-label={text.dashboard} className="grid gap-4 p-3">
      <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
        <h1 className="text-title-3">{text.dashboard}</h1>
        {data && <span className="text-micro text-text-2">{text.asOf(clock(data.asOf))}</span>}
        {data && <Badge tone={TONES[data.level]}>{text.level[data.level]}</Badge>}
      </div>
      {isPending && <LoadingRows />}
      {error && <ErrorState error={error} onRetry={() => void refetch()} />}
      {data && (
        <>
          <Notice facts={data} />
          <FigureTable facts={data} />
          <div className="grid items-start gap-4 lg:grid-cols-2">
            <HourChart facts={data} />
            {data.providers && <ProviderChart providers={data.providers} />}
            <WaitingQueues site={site} />
          </div>
        </>
      )}
    </section>
  );
}

function Notice({ facts }: { readonly facts: DashboardFacts }) {
  const text = useReportWords();
  const clock = useClock();
  if (facts.hoursUntil === null) return <p role="status">{text.notSummed}</p>;
  return facts.isBehind ? <p role="status">{text.behind(clock(facts.hoursUntil))}</p> : null;
}

const CELL = 'px-2 py-1.5 text-right whitespace-nowrap';

function FigureTable({ facts }: { readonly facts: DashboardFacts }) {
  const text = useReportWords();
  const clock = useClock();
  const figures = FIGURES.filter((figure) => figure in facts.yesterday);
  const until = text.untilHour(clock(facts.comparedUntil, 'hour'));
  const heads = [
    [text.today, ''],
    [text.yesterday, until],
    [text.lastWeek, until],
  ] as const;
  return (
    <table aria-label={text.dashboard} className="dense w-full lg:w-auto lg:min-w-[44rem]">
      <thead>
        <tr>
          <th scope="col" className="px-2 text-left text-micro font-medium text-text-3">
            {text.figure}
          </th>
          {heads.map(([name, note]) => (
            <th key={name} scope="col" className="px-2 text-right text-micro font-medium text-text-3">
              {name} <span className="block">{note}</span>
            </th>
          ))}
        </tr>
      </thead>
      <tbody>
        {figures.map((figure) => (
          <FigureRow key={figure} figure={figure} facts={facts} />
        ))}
      </tbody>
    </table>
  );
}

function FigureRow({ figure, facts }: { readonly figure: Figure; readonly facts: DashboardFacts }) {
  const text = useReportWords();
  const clock = useClock();
  return (
    <tr className="border-t border-hairline">
      <th scope="row" className="px-2 py-1.5 text-left font-normal">
        {text.figures[figure]}
        <span className="hidden text-micro text-text-3 lg:block">{text.help[figure]}</span>
        {isCount(figure) && facts.hoursUntil !== null && (
          <span className="block text-micro text-text-3">{text.untilHour(clock(facts.hoursUntil, 'hour'))}</span>
        )}
      </th>
      <td className={`${CELL} font-semibold`}>{formatFigure(figure, facts.today[figure])}</td>
      <td className={CELL}>{formatFigure(figure, facts.yesterday[figure])}</td>
      <td className={CELL}>{formatFigure(figure, facts.lastWeek[figure])}</td>
    </tr>
  );
}

const twoDigits = (hour: number): string => `${String(hour).padStart(2, '0')}:00`;
const HOURS = Array.from({ length: 24 }, (_, hour) => hour);

function HourChart({ facts }: { readonly facts: DashboardFacts }) {
  const text = useReportWords();
  const figures = FIGURES.filter((figure) => figure in facts.yesterday);
  const [chosen, setChosen] = useState<Figure>();
  const figure = chosen ?? figures[0];
  if (figure === undefined) return null;
  const { bars, sum, best } = toHourBars(facts, figure);
  const name = text.figures[figure];
  return (
    <div className="grid gap-2">
      <Chips
        label={text.byHour}
        values={figures.map((each) => [each, text.figures[each]] as const)}
        chosen={figure}
        onChoose={setChosen}
      />
      <BarChart
        title={`${name} · ${text.byHour}`}
        sentence={best ? text.hourSentence(name, sum, best.label, best.shown) : text.hourNone(name)}
        tableLabel={text.table}
        names={[text.hour, text.today, text.yesterday]}
        bars={bars}
      />
    </div>
  );
}

/** A bar for each hour of the day; `best`: the hour of today with the most, undefined: none is closed. */
function toHourBars(
  { hours }: DashboardFacts,
  figure: Figure,
): { readonly bars: readonly Bar[]; readonly sum: string; readonly best: Bar | undefined } {
  const find = (day: 'today' | 'yesterday', hour: number): string | undefined =>
    hours.find((each) => each.day === day && each.hour === hour)?.[figure];
  const bars = HOURS.map((hour): Bar => {
    const [now, before] = [find('today', hour), find('yesterday', hour)];
    return {
      label: twoDigits(hour),
      value: Number(now ?? 0),
      shown: formatFigure(figure, now),
      before: before === undefined ? undefined : { value: Number(before), shown: formatFigure(figure, before) },
    };
  });
  const values = HOURS.flatMap((hour) => find('today', hour) ?? []);
  const sum = isCount(figure) ? String(values.reduce((total, each) => total + Number(each), 0)) : addAmounts(values);
  const best = bars
    .filter((_, hour) => find('today', hour) !== undefined)
    .toSorted((one, other) => other.value - one.value)[0];
  return { bars, sum: formatFigure(figure, sum), best };
}

function ProviderChart({ providers }: { readonly providers: NonNullable<DashboardFacts['providers']> }) {
  const text = useReportWords();
  const [best] = providers;
  return (
    <BarChart
      title={text.providers}
      sentence={
        best ? text.providerSentence(providers.length, best.provider, formatAmount(best.ggr)) : text.providerNone
      }
      tableLabel={text.table}
      names={[text.provider, text.figures.ggr]}
      bars={providers.map(({ provider, ggr }) => ({ label: provider, value: Number(ggr), shown: formatAmount(ggr) }))}
    />
  );
}

function WaitingQueues({ site }: { readonly site: string }) {
  const text = useReportWords();
  const queueText = useQueueWords();
  const now = useNow();
  const { data = [] } = useQuery(queuesQuery(site));
  const waiting = data.filter(({ count }) => count > 0);
  return (
    <section aria-label={text.queues} className="rounded-[12px] border border-hairline p-3">
      <h2 className="mb-1 font-semibold">{text.queues}</h2>
      {waiting.length === 0 && <p className="text-text-2">{text.queuesNone}</p>}
      <ul>
        {waiting.map((row) => (
          <li key={row.queue} className="flex min-h-11 items-center gap-3 border-t border-hairline lg:min-h-9">
            <Link to={toQueuePath(site, row.queue)} className="flex min-h-11 flex-1 items-center lg:min-h-9">
              {queueText.names[row.queue]}
            </Link>
            <span>{row.count}</span>
            <span className={getUrgency(row, now) === 'overdue' ? 'text-danger' : 'text-text-2'}>
              {row.oldestAt === null ? '' : `${text.oldest} ${formatSpan((now - Date.parse(row.oldestAt)) / 1_000)}`}
            </span>
          </li>
        ))}
      </ul>
    </section>
  );
}
