// A step that runs on the product and on the reference model: both results are compared, then the member's wallets and
// turnover requirements.
//
// Elsewhere: the rules of the model (rules.ts and its neighbours), the steps (money-steps.ts, play-steps.ts).

import assert from 'node:assert/strict';

import { getBalances } from '@chaba/ledger';
import type fc from 'fast-check';

import { chart } from '@chaba/server/core/chart-of-accounts';
import { loadOpenRequirements } from '@chaba/server/modules/requirements';
import { loadPlayLimits, loadTimeLimit } from '@chaba/server/modules/limits';
import { loadPosition } from '@chaba/server/modules/position';
import type { TimeSimulation } from '@chaba/server/testing/time-simulation';
import type { WalletCommand } from '@chaba/server/modules/wallet-commands';
import type { TestMember } from '@chaba/server/testing/factories';

import type { RulesModel } from './rules.ts';
import { balance, type ModelMember, openLines, returnedUnder } from './member.ts';
import { passTime } from './cashback.ts';
import { lostIn, playedMs } from './limits.ts';
import { hasOldRound } from './own-money.ts';

const HOUR_MS = 3_600_000;

export type Real = {
  readonly simulation: TimeSimulation;
  readonly members: readonly TestMember[];
  readonly withdrawals: Map<number, bigint>;
  /** The last request of each provider, for a repetition. */
  readonly lastRequests: Map<number, WalletCommand>;
  /** Count of each result by kind of step. */
  readonly outcomes: Map<string, number>;
  names: number;
};

export type ModelStep = fc.AsyncCommand<RulesModel, Real>;
export type Both = {
  readonly model: RulesModel;
  readonly real: Real;
  readonly member: ModelMember;
  readonly person: TestMember;
};

const WALLETS = ['game', 'main', 'cashback', 'residual', 'withdrawalHeld', 'receivable'] as const;
const SECOND_HOURS = 1 / 3_600;

/** A step of one member: runs on the product and on the model. */
export class ModelCommand implements ModelStep {
  readonly name: string;
  readonly index: number;
  readonly isPossible: (member: ModelMember) => boolean;
  readonly act: (both: Both) => Promise<readonly [result: string, expected: () => string]>;

  constructor(
    name: string,
    index: number,
    act: ModelCommand['act'],
    isPossible: ModelCommand['isPossible'] = () => true,
  ) {
    this.name = name;
    this.index = index;
    this.act = act;
    this.isPossible = isPossible;
  }

  check(model: Readonly<RulesModel>): boolean {
    return this.isPossible(model.member(this.index));
  }

  async run(model: RulesModel, real: Real): Promise<void> {
    const member = model.member(this.index);
    const person = real.members[this.index];
    assert.ok(person);
    await real.simulation.wait(SECOND_HOURS);
    const [result, expected] = await this.act({ model, real, member, person });
    count(real, `${this.name.replace(/ [\d].*/, '')}: ${result}`);
    passTime(model, real.simulation.now().getTime());
    assert.equal(result, expected(), this.toString());
    await compare(real.simulation, model, { person, member }, this.toString());
  }

  toString(): string {
    return `M${this.index} ${this.name}`;
  }
}

/** Advances time for all members. */
export class Wait implements ModelStep {
  readonly hours: number;
  constructor(hours: number) {
    this.hours = hours;
  }
  /** Payouts beside a round that is open for a day, under a cap, have tests of their own (position, withdrawals). */
  check({ now, members }: Readonly<RulesModel>): boolean {
    const until = now + this.hours * HOUR_MS;
    return members.every(
      (member) => !openLines(member).some(({ cap }) => cap !== undefined) || !hasOldRound(member, until),
    );
  }
  async run(model: RulesModel, real: Real): Promise<void> {
    count(real, 'wait');
    await real.simulation.wait(this.hours);
    passTime(model, real.simulation.now().getTime());
    for (const [index, person] of real.members.entries()) {
      await compare(real.simulation, model, { person, member: model.member(index) }, this.toString());
    }
  }
  toString(): string {
    return `wait ${this.hours} h`;
  }
}

function count({ outcomes }: Real, name: string): void {
  outcomes.set(name, (outcomes.get(name) ?? 0) + 1);
}

async function compare(
  { past, site }: TimeSimulation,
  model: RulesModel,
  { person, member }: Pick<Both, 'person' | 'member'>,
  where: string,
): Promise<void> {
  const wallets = await getBalances(past, site.id, person.id, chart);
  assert.deepEqual(
    Object.fromEntries(WALLETS.map((name) => [name, wallets[name]])),
    Object.fromEntries(WALLETS.map((name) => [name, balance(member, name)])),
    where,
  );
  const lines = await past.transaction((tx) => loadOpenRequirements(tx, site.id, [person.id]));
  assert.deepEqual(
    lines.map(({ source, required, progress, withdrawCap, own }) => ({
      source,
      need: required,
      now: progress,
      cap: withdrawCap,
      own,
    })),
    openLines(member).map(({ source, need, now, cap, bound: { own } }) => ({ source, need, now, cap, own })),
    where,
  );
  const position = await loadPosition(past, site.id, person.id);
  assert.deepEqual(
    position.requirements.map(({ sent, returned }) => ({ paid: sent, returned })),
    openLines(member).map((line) => ({ paid: line.paid, returned: returnedUnder(member, line) })),
    where,
  );
  if (member.limits.size === 0) return;
  const { amount: minutes, playedMs: played } = await loadTimeLimit(past, { siteId: site.id, memberId: person.id });
  const timed = member.limits.get('time');
  assert.deepEqual([minutes, played], timed ? [timed.amount, playedMs(model, member)] : [null, null], where);
  const limits = await loadPlayLimits(past, { siteId: site.id, memberId: person.id });
  assert.deepEqual(
    limits.flatMap(({ span, amount, lost }) => (amount === null ? [] : [{ span, amount, lost }])),
    limits.flatMap(({ span }) => {
      const limit = member.limits.get(span);
      const lost = span === 'bet' ? null : lostIn(model, member, span);
      return limit === undefined ? [] : [{ span, amount: limit.amount, lost }];
    }),
    where,
  );
}

export const nameIn = (real: Real): string => `model-${(real.names += 1)}`;
