// The profit hunter: runs random stories until its time is over and returns the leak families found.
//
// A seed determines one story: situation, amounts, order and results. A finding is shrunk and named. A story that
// contains the whole shortest story of a known family is counted for that family and shrunk only occasionally, in case
// it hides another.
//
// Always true: a seed always gives the same story and the same finding.
//
// Elsewhere: situations (situations.ts), the model (leaks.ts), the command (testing/oracle/main.ts).

import { cloneTemplate } from '@chaba/database/testing';

import { type Family, nameFamily } from './families.ts';
import { type Finding, type FindingKind, MODEL_KINDS } from './facts.ts';
import { SeededRandom } from '#testing/seeded-random';
import { shrink } from './shrink.ts';
import { situations } from '#testing/oracle/stories/situations';
import { type StoryRunner, type StoryRun, type PlayedRow, withStoryRunner } from './story-runner.ts';
import { readRows } from './rows.ts';
import { StoryGenerator } from '#testing/oracle/stories/story-generator';
import { writtenStories } from '#testing/oracle/stories/written-stories';

export type Discovery = Family & {
  readonly seed: number;
  readonly situation: string;
  readonly finding: Finding;
  readonly rows: readonly PlayedRow[];
  /** Seconds since the start of the hunt. */
  readonly after: number;
  count: number;
};

export type HuntOptions = {
  readonly seed: number;
  /** Distance between the seeds of consecutive stories, so that several processes share the seeds. */
  readonly stride?: number;
  readonly milliseconds: number;
  readonly stories?: number;
  readonly onDiscovery?: (discovery: Discovery) => void;
};

export type Hunt = {
  readonly stories: number;
  readonly rows: number;
  readonly found: number;
  readonly families: readonly Discovery[];
};

/** Stories per runner; a new runner removes their rolled-back rows. */
const STORIES_A_RUNNER = 150;
const SHRUNK_ANYWAY = 0.08;
/** Findings that hide their consequences. */
const EARLY: readonly FindingKind[] = [
  'turnover-above-exposure',
  'line-lost-early',
  'own-money-capped',
  'coins-above-play',
  'coins-of-returned-deposit',
];

/** Half of the stories ignore early findings, and some leave all to the plain sums and the audit. */
const MUTED: readonly (readonly FindingKind[])[] = [[], [], [], EARLY, EARLY, EARLY, EARLY, MODEL_KINDS];

export async function hunt(options: HuntOptions): Promise<Hunt> {
  const database = await cloneTemplate();
  const hunter = new Hunter(options);
  try {
    while (hunter.goesOn()) {
      await withStoryRunner(database.ownerUrl, async (runner) => {
        for (let story = 0; story < STORIES_A_RUNNER && hunter.goesOn(); story += 1) await hunter.runStory(runner);
      });
    }
  } finally {
    await database.drop();
  }
  return hunter.result();
}

/** Replays the written stories and returns the first with a finding, with its title; undefined: none has one. */
export async function replayWritten(): Promise<{ readonly title: string; readonly finding: Finding } | undefined> {
  const database = await cloneTemplate();
  let found: { title: string; finding: Finding } | undefined;
  try {
    await withStoryRunner(database.ownerUrl, async (runner) => {
      for (const [title, text] of Object.entries(writtenStories)) {
        if (found) return;
        const { finding } = await runner.replay(readRows(text));
        if (finding) found = { title, finding };
      }
    });
  } finally {
    await database.drop();
  }
  return found;
}

/** Runs the story of this seed. */
export async function runSeed(runner: StoryRunner, seed: number) {
  const random = new SeededRandom(seed);
  const weights = Object.fromEntries(Object.entries(situations).map(([name, { weight }]) => [name, weight]));
  const situation = random.pickWeighted(weights);
  const muted = random.pick(MUTED);
  const replayed = await runner.play(async (replayed) => {
    const tale = new StoryGenerator(replayed, random);
    // A story may begin on each day of the week, by day or by night.
    if (tale.is(0.25)) await tale.run(`wait ${random.pick(['9h', '12h', '3d', '6d', '159h'])}`);
    await situations[situation]?.run(tale);
  }, muted);
  return { situation, muted, random, replayed };
}

class Hunter {
  readonly #options: HuntOptions;
  readonly #startedAt = performance.now();
  readonly #families = new Map<string, Discovery>();
  #seed: number;
  #stories = 0;
  #rows = 0;
  #found = 0;

  constructor(options: HuntOptions) {
    this.#options = options;
    this.#seed = options.seed;
  }

  goesOn(): boolean {
    const { milliseconds, stories = Infinity } = this.#options;
    return this.#stories < stories && performance.now() - this.#startedAt < milliseconds;
  }

  result(): Hunt {
    return { stories: this.#stories, rows: this.#rows, found: this.#found, families: [...this.#families.values()] };
  }

  async runStory(runner: StoryRunner): Promise<void> {
    const seed = this.#seed;
    this.#seed += this.#options.stride ?? 1;
    this.#stories += 1;
    const { situation, muted, random, replayed } = await runSeed(runner, seed);
    this.#rows += replayed.played.length;
    const { finding } = replayed;
    if (!finding) return;
    this.#found += 1;
    const known = [...this.#families.values()].find((family) => isInside(family, finding, replayed));
    if (known && !random.is(SHRUNK_ANYWAY)) known.count += 1;
    else await this.#shrink(runner, { seed, situation, replayed, finding, muted });
  }

  async #shrink(
    runner: StoryRunner,
    of: {
      readonly seed: number;
      readonly situation: string;
      readonly replayed: StoryRun;
      readonly finding: Finding;
      readonly muted: readonly FindingKind[];
    },
  ): Promise<void> {
    const { seed, situation, finding: first, muted } = of;
    const shrunk = await shrink(runner, of.replayed, first, muted);
    const finding = shrunk.finding ?? first;
    const family = nameFamily(finding, shrunk.played);
    const known = this.#families.get(family.id);
    if (known) {
      known.count += 1;
      return;
    }
    const after = (performance.now() - this.#startedAt) / 1_000;
    const discovery = { ...family, seed, situation, finding, rows: shrunk.played, after, count: 1 };
    this.#families.set(family.id, discovery);
    this.#options.onDiscovery?.(discovery);
  }
}

/** Returns whether the story contains every row of the family's shortest one, in order. */
function isInside(family: Discovery, finding: Finding, { played }: StoryRun): boolean {
  if (family.finding.kind !== finding.kind || family.finding.cause !== finding.cause) return false;
  let place = 0;
  for (const { row, word } of family.rows) {
    const mark = markOf({ row, word });
    while (place < played.length && markOf(played[place] as PlayedRow) !== mark) place += 1;
    if (place === played.length) return false;
    place += 1;
  }
  return true;
}

/** The part of a row that separates causes: names and amounts are excluded. */
function markOf({ row, word }: PlayedRow): string {
  const words = row.words.filter((each) =>
    /^(free|ref|on|stamp|market|account|site)=|^[A-Z]{5,}$|^re(leased|fused)$/.test(each),
  );
  return [row.command, ...words.map((each) => each.replace(/^(ref|on|account)=.*/, '$1')), word].join(' ');
}
