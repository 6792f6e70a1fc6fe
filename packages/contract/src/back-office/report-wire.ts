// Shapes of the dashboard and the reports.
//
// Always true: amounts are decimal texts in baht, below zero with a minus sign; times are ISO texts, days YYYY-MM-DD of
// Bangkok. A figure that the roles of the person do not include is absent.

/** Money: `reports.money`. Play and gifts: `reports.play`. */
export const moneyFigures = ['deposits', 'withdrawals', 'net'] as const;
export const playFigures = ['ggr', 'gifts', 'players', 'registered'] as const;
export type MoneyFigure = (typeof moneyFigures)[number];
export type PlayFigure = (typeof playFigures)[number];
export type Figure = MoneyFigure | PlayFigure;

/** `players` and `registered` are whole numbers, the others amounts. */
export type ReportFigures = Readonly<Partial<Record<Figure, string>>>;

export type DashboardFacts = {
  /** The moment of today's amounts. */
  readonly asOf: string;
  /** Today's numbers of members, and the two days before, reach to this hour; null: nothing is summed yet. */
  readonly hoursUntil: string | null;
  /** Play by provider reaches to here. */
  readonly slicesUntil: string | null;
  /** The sums end before today began: they are being added. */
  readonly isBehind: boolean;
  readonly today: ReportFigures;
  /** To the full hour nearest to now. */
  readonly comparedUntil: string;
  readonly yesterday: ReportFigures;
  readonly lastWeek: ReportFigures;
  /** Each Bangkok hour that is over: the day and its sums. */
  readonly hours: readonly DashboardHour[];
  /** Absent without `reports.play`. */
  readonly providers?: readonly { readonly provider: string; readonly stakes: string; readonly ggr: string }[];
  readonly level: 'good' | 'degraded' | 'broken';
};

export type DashboardHour = {
  readonly day: 'today' | 'yesterday';
  /** 0 to 23. */
  readonly hour: number;
} & ReportFigures;

export type ReportRow = Readonly<Record<string, string | null>>;

export type ReportAnswer = {
  readonly asOf: string;
  /** Sums reach to here; null: nothing is summed yet. */
  readonly hoursUntil: string | null;
  readonly from: string;
  readonly to: string;
  readonly columns: readonly string[];
  readonly rows: readonly ReportRow[];
  readonly totals: ReportRow;
  /** More rows follow, by this cursor. */
  readonly next: string | null;
  /** The report has more rows than are shown. */
  readonly isCut: boolean;
  /** `sequence:hash` of the last entry of the audit chain, for the printed page; empty: no entry. */
  readonly head: string;
};

/** A file of a report: its name, and its text as UTF-8 with a byte order mark. */
export type ReportFile = { readonly name: string; readonly text: string };
