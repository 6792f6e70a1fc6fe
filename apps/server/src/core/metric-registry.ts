// Metric families of this process with a limited number of series, and their page in Prometheus' text format.
//
// Always true: a label takes values of a closed list, or at most a fixed number of values. Any other value is recorded
// as `other` and counted as dropped, so no caller can add series without end. A record changes the numbers of one cell,
// found by one lookup; the text of its labels is made once. Counters with closed labels have all their series from the
// start.
//
// Elsewhere: the declarations (metrics.ts), the listener (http/private-listener.ts), why no library (decision 0061).

export type Label = {
  readonly name: string;
  /** Closed list of values; undefined: the first values up to `max`. */
  readonly values: ReadonlySet<string> | undefined;
  readonly max: number;
};
export type FamilyInfo = {
  readonly name: string;
  readonly type: 'counter' | 'gauge' | 'histogram';
  readonly labels: readonly string[];
  /** Most lines that the family can have on the page. */
  readonly linesMax: number;
};
type Values = readonly string[];
type Options = {
  readonly labels?: readonly Label[];
  /** Most combinations of labels; default: all that the limits of the labels allow. */
  readonly seriesMax?: number;
};

export type CounterFamily = {
  inc(...values: Values): void;
  /** The sum of the series whose label values are chosen. */
  sum(isChosen?: (values: Values) => boolean): number;
};
export type HistogramFamily = {
  observe(value: number, ...values: Values): void;
  /** Cumulative counts by the upper limit of the bucket, over all series. */
  sumBuckets(): Record<string, number>;
};
export type GaugeFamily = {
  set(value: number, ...values: Values): void;
  /** Removes all series. */
  clear(): void;
  /** Reads the value anew for every page; several readers are added up. Returns a function that removes the reader. */
  onRead(read: (add: (value: number, ...values: Values) => void) => void): () => void;
};

const OTHER = 'other';
const DROPPED = 'chaba_metrics_series_dropped_total';
const DROPPED_MAX = 30;
const INFINITY = '+Inf';

/** A label with a closed list of values. */
export function closedLabel(name: string, values: readonly string[]): Label {
  return { name, values: new Set(values), max: values.length };
}

/** A label with at most so many values, whatever they are. */
export function openLabel(name: string, max: number): Label {
  return { name, values: undefined, max };
}

export class MetricRegistry {
  /** Prometheus' text format. */
  readonly contentType = 'text/plain; version=0.0.4; charset=utf-8';
  /** Off for measurements of the cost of metrics only. */
  isRecording = true;
  readonly families: FamilyInfo[] = [];
  readonly #renderers: (() => string)[] = [];
  readonly #dropped: Series<NumberCell>;

  constructor() {
    const labels = [openLabel('metric', DROPPED_MAX)];
    const help = 'Records whose label value was beyond the limit of its metric.';
    this.#dropped = this.#declare({ name: DROPPED, help, type: 'counter', linesEach: 1 }, { labels }, createNumber);
  }

  counter(name: string, help: string, options: Options = {}): CounterFamily {
    const series = this.#declare({ name, help, type: 'counter', linesEach: 1 }, options, createNumber);
    // Shown from the start, at zero: Prometheus reads no increase where a series begins.
    for (const values of listClosedCombinations(options.labels ?? [])) series.find(values);
    return {
      inc: (...values) => {
        if (this.isRecording) series.find(values).value += 1;
      },
      sum: (isChosen = () => true) =>
        series.all().reduce((total, cell) => (isChosen(cell.values) ? total + cell.value : total), 0),
    };
  }

  /** `isTotal`: a value read from elsewhere that only grows, shown as a counter. */
  gauge(name: string, help: string, options: Options & { readonly isTotal?: boolean } = {}): GaugeFamily {
    const readers = new Set<Parameters<GaugeFamily['onRead']>[0]>();
    const prepare = (): void => {
      if (readers.size === 0) return;
      series.clear();
      for (const read of readers) read((value, ...values) => (series.find(values).value += value));
    };
    const type = options.isTotal === true ? 'counter' : 'gauge';
    const series = this.#declare({ name, help, type, linesEach: 1, prepare }, options, createNumber);
    return {
      set: (value, ...values) => {
        series.find(values).value = value;
      },
      clear: () => series.clear(),
      onRead(read) {
        readers.add(read);
        return () => void readers.delete(read);
      },
    };
  }

  histogram(name: string, help: string, limits: readonly number[], options: Options = {}): HistogramFamily {
    // Each combination has a line per bucket, `+Inf`, sum and count.
    const info = { name, help, type: 'histogram', linesEach: limits.length + 3 } as const;
    const series = this.#declare(info, options, (values, labels) => createHistogram(name, limits, values, labels));
    return {
      observe: (value, ...values) => {
        if (!this.isRecording) return;
        const cell = series.find(values);
        let place = 0;
        while (place < limits.length && value > (limits[place] ?? 0)) place += 1;
        cell.counts[place] = (cell.counts[place] ?? 0) + 1;
        cell.sum += value;
      },
      sumBuckets() {
        const buckets: Record<string, number> = {};
        for (const { counts } of series.all()) {
          let total = 0;
          for (const [place, count] of counts.entries()) {
            total += count;
            const limit = String(limits[place] ?? INFINITY);
            buckets[limit] = (buckets[limit] ?? 0) + total;
          }
        }
        return buckets;
      },
    };
  }

  render(): string {
    return this.#renderers.map((render) => render()).join('');
  }

  #declare<Cell extends AnyCell>(
    family: {
      readonly name: string;
      readonly help: string;
      readonly type: FamilyInfo['type'];
      readonly linesEach: number;
      readonly prepare?: () => void;
    },
    { labels = [], seriesMax }: Options,
    create: (values: Values, labels: string) => Cell,
  ): Series<Cell> {
    const { name, help, type, linesEach, prepare } = family;
    const product = labels.reduce((all, { max }) => all * max, 1);
    const max = seriesMax ?? product + (labels.some(isOpen) ? countReserve(labels) : 0);
    // One more for the series whose labels are all `other`.
    const linesMax = (max + (labels.length > 0 ? 1 : 0)) * linesEach;
    this.families.push({ name, type, labels: labels.map((label) => label.name), linesMax });
    const onDropped = (): void => {
      if (name !== DROPPED) this.#dropped.find([name]).value += 1;
    };
    const series = createSeries(name, { labels, max }, create, onDropped);
    this.#renderers.push(() => {
      prepare?.();
      const lines = series.all().map((cell) => cell.render(name));
      return `# HELP ${name} ${help}\n# TYPE ${name} ${type}\n${lines.join('')}`;
    });
    return series;
  }
}

// ── cells: the numbers of one combination of labels ──────────────────────────────────────────────────────────────────

type AnyCell = { readonly values: Values; render(name: string): string };
type NumberCell = AnyCell & { value: number };
type HistogramCell = AnyCell & { readonly counts: number[]; sum: number };

function createNumber(values: Values, labels: string): NumberCell {
  const text = labels === '' ? '' : `{${labels}}`;
  return {
    values,
    value: 0,
    render(name) {
      return `${name}${text} ${this.value}\n`;
    },
  };
}

function createHistogram(name: string, limits: readonly number[], values: Values, labels: string): HistogramCell {
  const before = labels === '' ? '' : `${labels},`;
  const heads = [...limits.map(String), INFINITY].map((limit) => `${name}_bucket{${before}le="${limit}"} `);
  const text = labels === '' ? '' : `{${labels}}`;
  return {
    values,
    counts: heads.map(() => 0),
    sum: 0,
    render() {
      let count = 0;
      const buckets = heads.map((head, place) => `${head}${(count += this.counts[place] ?? 0)}\n`);
      return `${buckets.join('')}${name}_sum${text} ${this.sum}\n${name}_count${text} ${count}\n`;
    },
  };
}

// ── series: the cells of a family, within its limits ─────────────────────────────────────────────────────────────────

type Series<Cell> = { find(values: Values): Cell; all(): Cell[]; clear(): void };

function createSeries<Cell>(
  name: string,
  { labels, max }: { readonly labels: readonly Label[]; readonly max: number },
  create: (values: Values, labels: string) => Cell,
  onDropped: () => void,
): Series<Cell> {
  const cells = new Map<string, Cell>();
  const known = labels.map(() => new Set<string>());
  const ownMax = labels.some(isOpen) ? max - countReserve(labels) : max;

  const admit = (value: string, place: number): string => {
    const label = labels[place];
    const values = known[place];
    if (label === undefined || values === undefined) return OTHER;
    if (values.has(value)) return value;
    const isAdmitted = label.values === undefined ? values.size < label.max : label.values.has(value);
    if (!isAdmitted) return OTHER;
    values.add(value);
    return value;
  };
  const limit = (values: Values): Values => {
    const admitted = values.map(admit);
    if (cells.size < ownMax || cells.has(toKey(admitted))) return admitted;
    const reserved = admitted.map((value, place) => (labels[place]?.values === undefined ? OTHER : value));
    // A value outside a closed list has no room of its own.
    return cells.size < max || cells.has(toKey(reserved)) ? reserved : values.map(() => OTHER);
  };
  const findLimited = (values: Values): Cell => {
    if (values.length !== labels.length) throw new Error(`${name} has ${labels.length} labels`);
    const limited = limit(values);
    if (limited.some((value, place) => value !== values[place])) onDropped();
    const key = toKey(limited);
    let cell = cells.get(key);
    if (cell === undefined) {
      const text = limited.map((value, place) => `${labels[place]?.name}="${escapeValue(value)}"`).join(',');
      cell = create(limited, text);
      cells.set(key, cell);
    }
    return cell;
  };
  // A metric without labels has its one series from the start, at zero.
  if (labels.length === 0) findLimited([]);
  return {
    find: (values) => cells.get(toKey(values)) ?? findLimited(values),
    all: () => [...cells.values()],
    clear() {
      cells.clear();
      if (labels.length === 0) findLimited([]);
    },
  };
}

/** All combinations of closed labels; none where a label is open. */
function listClosedCombinations(labels: readonly Label[]): Values[] {
  let combinations: string[][] = [[]];
  for (const { values } of labels) {
    combinations = combinations.flatMap((before) => [...(values ?? [])].map((value) => [...before, value]));
  }
  return combinations;
}

function isOpen({ values }: Label): boolean {
  return values === undefined;
}

/** Room for `other` of the open labels beside every value of the closed ones. */
function countReserve(labels: readonly Label[]): number {
  return labels.reduce((all, label) => all * (isOpen(label) ? 1 : label.max), 1);
}

/** Concatenation is several times as fast as `join`, and this runs with every record. */
function toKey(values: Values): string {
  let key = values[0] ?? '';
  for (let place = 1; place < values.length; place += 1) key += `\n${values[place]}`;
  return key;
}

function escapeValue(value: string): string {
  return value.replaceAll('\\', String.raw`\\`).replaceAll('\n', String.raw`\n`).replaceAll('"', String.raw`\"`);
}
