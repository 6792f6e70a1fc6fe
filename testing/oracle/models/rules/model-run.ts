// Runs steps on the product and on the reference model, from an empty site with three members, and audits the ledger at
// the end.
//
// Always true: one seed gives one run. A failing run is shrunk to the shortest that still fails, and its message
// contains the data to replay it.
//
// Elsewhere: the steps (steps.ts), the model (rules.ts).

import assert from 'node:assert/strict';

import { getHouseBalance } from '@chaba/ledger';
import { money, zeroMoney } from '@chaba/money';
import fc from 'fast-check';

import { chart } from '@chaba/server/core/chart-of-accounts';
import { auditAll } from '@chaba/server/modules/audit';
import { ensureItemCode } from '@chaba/server/modules/item-codes';
import { ensurePromotion } from '@chaba/server/modules/promotions';
import { withTimeSimulation, type TimeSimulation } from '@chaba/server/testing/time-simulation';

import { RulesModel, type ModelCode, type ModelPromotion } from './rules.ts';
import { type Account, balance } from './member.ts';
import type { Real } from './model-command.ts';
import { slowSteps, steps } from './steps.ts';

const BAHT = 10_000n;
const DAY_MS = 86_400_000;
const BEGUN = '2026-01-05 09:00';
const PEOPLE = [{ acceptsBonus: true }, { acceptsBonus: true }, { acceptsBonus: false }] as const;
const HOUSE = [
  'bank',
  'payouts',
  'games',
  'awards',
  'tips',
  'bonusCost',
  'cashbackCost',
  'codeCost',
  'residualTaken',
] as const;

const free = { betMax: undefined, excluded: [], weights: {} };
const promotions: readonly ModelPromotion[] = [
  {
    ...free,
    id: 'first',
    percent: 100n,
    maximum: 1_000n * BAHT,
    minimumDeposit: 100n * BAHT,
    times: 3n,
    capTimes: undefined,
    usable: 'first_deposit',
  },
  {
    id: 'capped',
    percent: 30n,
    maximum: 500n * BAHT,
    minimumDeposit: 200n * BAHT,
    times: 2n,
    capTimes: 3n,
    usable: 'daily',
    betMax: 300n * BAHT,
    excluded: ['LIVECASINO'],
    weights: {},
  },
  {
    id: 'weighed',
    percent: 20n,
    maximum: 300n * BAHT,
    minimumDeposit: 100n * BAHT,
    times: 1n,
    capTimes: undefined,
    usable: 'always',
    betMax: undefined,
    excluded: [],
    weights: { LIVECASINO: 30n },
  },
];
const codes: readonly ModelCode[] = [
  { code: 'CAPPED', amount: 50n * BAHT, times: 5n, cap: 200n * BAHT, usesMax: undefined },
  { code: 'PLAIN', amount: 20n * BAHT, times: 1n, cap: undefined, usesMax: undefined },
  { code: 'SCARCE', amount: 10n * BAHT, times: 0n, cap: undefined, usesMax: 2 },
];

export type ModelOptions = {
  readonly runs: number;
  readonly stepsMax: number;
  readonly seed: number;
  /** From the message of a failure, to replay it. */
  readonly path?: string;
  readonly replayPath?: string;
  /** One step of five advances time by days, so that a story of some hundred steps lasts a year. */
  readonly isSlow?: boolean;
};

export type ModelRun = {
  /** Count of each result by kind of step. */
  readonly outcomes: ReadonlyMap<string, number>;
  /** Simulated days of the longest story. */
  readonly days: number;
};

/** Throws at the first failing run. */
export async function runModel(ownerUrl: string, options: ModelOptions): Promise<ModelRun> {
  const outcomes = new Map<string, number>();
  let days = 0;
  const commands = fc.commands(options.isSlow === true ? slowSteps : steps, {
    maxCommands: options.stepsMax,
    size: 'max',
    ...(options.replayPath === undefined ? {} : { replayPath: options.replayPath }),
  });
  const property = fc.asyncProperty(commands, (story) =>
    withTimeSimulation(ownerUrl, BEGUN, async (simulation) => {
      const { model, real } = await begin(simulation, outcomes);
      const begunAt = simulation.now().getTime();
      await fc.asyncModelRun(() => ({ model, real }), story);
      await prove(simulation, model);
      days = Math.max(days, (simulation.now().getTime() - begunAt) / DAY_MS);
    }),
  );
  await fc.assert(property, {
    numRuns: options.runs,
    seed: options.seed,
    ...(options.path === undefined ? {} : { path: options.path }),
  });
  return { outcomes, days };
}

async function begin(
  simulation: TimeSimulation,
  outcomes: Map<string, number>,
): Promise<{ model: RulesModel; real: Real }> {
  const { past, site } = simulation;
  await past.transaction(async (tx) => {
    for (const [sortOrder, promotion] of promotions.entries()) {
      await ensurePromotion(tx, site.id, { ...offered(promotion), sortOrder });
    }
    for (const { code, amount, times, cap, usesMax } of codes) {
      await ensureItemCode(tx, site.id, {
        code,
        amount: money(amount),
        coins: 0n,
        turnoverTimes: Number(times),
        withdrawCap: cap === undefined ? undefined : money(cap),
        ...(usesMax === undefined ? {} : { usesMax }),
      });
    }
  });
  const members = [];
  for (const person of PEOPLE) members.push(await simulation.member(person));
  const real = { simulation, members, withdrawals: new Map(), lastRequests: new Map(), outcomes, names: 0 };
  return { model: new RulesModel(PEOPLE, { promotions, codes }, simulation.now().getTime()), real };
}

function offered(promotion: ModelPromotion) {
  const { id, percent, maximum, minimumDeposit, times, capTimes, usable, betMax, excluded, weights } = promotion;
  return {
    id,
    title: id,
    imageUrl: '',
    usable,
    minimumDeposit: money(minimumDeposit),
    turnover: { unit: 'times', hundredths: Number(times) * 100 } as const,
    bonusMax: { unit: 'baht', amount: money(maximum) } as const,
    withdrawMax:
      capTimes === undefined
        ? ({ unit: 'baht', amount: zeroMoney } as const)
        : ({ unit: 'times', hundredths: Number(capTimes) * 100 } as const),
    bonus: { kind: 'percent', basisPoints: Number(percent) * 100 } as const,
    bets: {
      betMax: betMax === undefined ? undefined : money(betMax),
      excluded,
      weights: Object.fromEntries(Object.entries(weights).map(([name, share]) => [name, Number(share)])),
    },
  };
}

export const stepsIn = (outcomes: ReadonlyMap<string, number>): number =>
  [...outcomes.values()].reduce((sum, count) => sum + count, 0);

/** Checks the ledger, and compares the house accounts with the model. */
async function prove({ past, site }: TimeSimulation, model: RulesModel): Promise<void> {
  assert.deepEqual(await auditAll(past, { siteId: site.id, isTest: true }), []);
  const sum = (name: Account): bigint => model.members.reduce((total, member) => total + balance(member, name), 0n);
  for (const name of HOUSE) assert.equal(await getHouseBalance(past, site.id, chart[name]), sum(name), name);
}
