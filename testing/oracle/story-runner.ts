// Runs hunt stories on shared initial data, each in a transaction that is rolled back to it.
//
// Always true: stories of one runner are independent. A story ends at its first finding. A product error that is no
// `DomainError` is a finding too.
//
// Elsewhere: the effect of a row (commands.ts), the rows (story-generator.ts), the simulated clock (@chaba/database).

import { withSimulatedClock, type SimulatedClockDatabase } from '@chaba/database/simulated-clock';

import { commands } from '#testing/oracle/product/commands';
import type { Finding, FindingKind } from './facts.ts';
import { BEGINS_AT, writeInitialData } from '#testing/oracle/product/initial-data';
import { TestProduct } from '#testing/oracle/product/product';
import { deleteStory, startStory } from '#testing/oracle/product/product.store';
import { formatRow, readArguments, type StoryRow } from './rows.ts';
import { OracleStory } from './story.ts';

export type PlayedRow = { readonly row: StoryRow; readonly word: string };

/** Ends the story: a finding, or the maximum length. */
class StoryEnd extends Error {}
class RollbackSignal extends Error {}

const ROWS_MAX = 90;

export class StoryRunner {
  readonly #past: SimulatedClockDatabase;

  constructor(past: SimulatedClockDatabase) {
    this.#past = past;
  }

  /** Runs one story and rolls back everything it wrote. */
  async play(work: (storyRun: StoryRun) => Promise<void>, muted: readonly FindingKind[] = []): Promise<StoryRun> {
    await this.#past.setTime(BEGINS_AT);
    const storyRun = new StoryRun(new OracleStory((bank) => new TestProduct(this.#past, bank, BEGINS_AT), muted));
    try {
      await work(storyRun);
      await storyRun.end();
    } catch (error) {
      if (!(error instanceof StoryEnd)) throw error;
    } finally {
      await deleteStory(this.#past);
    }
    return storyRun;
  }

  /** Runs the same rows again; their outcomes may differ. */
  replay(rows: readonly StoryRow[], muted: readonly FindingKind[] = []): Promise<StoryRun> {
    return this.play(async (storyRun) => {
      for (const row of rows) await storyRun.run(row);
    }, muted);
  }
}

/** Writes the initial data into an empty database and runs stories on it; everything is rolled back. */
export async function withStoryRunner(ownerUrl: string, work: (runner: StoryRunner) => Promise<void>): Promise<void> {
  try {
    await withSimulatedClock(ownerUrl, async (past) => {
      await writeInitialData(past);
      await startStory(past);
      await work(new StoryRunner(past));
      throw new RollbackSignal();
    });
  } catch (error) {
    if (!(error instanceof RollbackSignal)) throw error;
  }
}

/** One story during its run, row by row. */
export class StoryRun {
  readonly story: OracleStory;
  readonly played: PlayedRow[] = [];
  #failure: Finding | undefined;

  constructor(story: OracleStory) {
    this.story = story;
  }

  get finding(): Finding | undefined {
    return this.story.findings[0] ?? this.#failure;
  }

  /** Runs a row and returns its outcome; ends the story at a finding. */
  async run(row: StoryRow): Promise<string> {
    if (this.played.length >= ROWS_MAX) throw new StoryEnd('the story is long enough');
    const word = await this.#runOn(row);
    this.played.push({ row, word });
    if (this.finding) throw new StoryEnd('something was found');
    return word;
  }

  async end(): Promise<void> {
    const { story } = this;
    story.report({ kind: 'end', isCashbackRun: story.isCashbackRun });
    const [detail] = await story.product.auditTerms();
    if (detail === undefined) return;
    const cause = detail.split(':', 1)[0] ?? '';
    this.#failure = { kind: 'audit-finding', member: undefined, amount: 0n, detail, cause };
  }

  async #runOn(row: StoryRow): Promise<string> {
    const command = commands[row.command];
    if (!command) throw new Error(`there is no command "${row.command}"`);
    const { story } = this;
    story.round = undefined;
    try {
      await story.setTime(new Date(story.product.now().getTime() + 1_000));
      const outcome = await command(story, readArguments(row));
      const { word, after = [] } = typeof outcome === 'string' ? { word: outcome } : outcome;
      await story.readJournal();
      for (const fact of after) story.report(fact);
      await story.readLines();
      story.report({ kind: 'step', row: formatRow(row) });
      return word;
    } catch (error) {
      if (error instanceof StoryEnd) throw error;
      const detail = error instanceof Error ? error.message : String(error);
      this.#failure = { kind: 'product-error', member: undefined, amount: 0n, detail, cause: detail };
      return 'error';
    }
  }
}
