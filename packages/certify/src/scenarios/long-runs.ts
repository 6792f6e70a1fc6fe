// Long scenarios: many random requests, compared with their sum.

import { expectCode, ExpectationError, type Scenario, type ScenarioContext } from '#certify/scenario-context';

/** A seeded generator (mulberry32), so that a run is repeatable. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type PlayedRound = { readonly roundId: string; readonly bet: string; readonly stake: bigint; state: 'open' | 'over' };

async function step(context: ScenarioContext, rounds: PlayedRound[], next: () => number): Promise<bigint> {
  const parts = BigInt(1 + Math.floor(next() * 20_000));
  const open = rounds.filter(({ state }) => state === 'open');
  const some = open[Math.floor(next() * open.length)];
  const roll = next();
  if (some === undefined || roll < 0.4) {
    const round: PlayedRound = { roundId: context.id('round'), bet: context.id('bet'), stake: parts, state: 'open' };
    const answer = await context.bet(round.roundId, formatAmount(parts), { txId: round.bet });
    expectCode(answer, 'OK', 'INSUFFICIENT_FUNDS');
    if (answer.body['code'] !== 'OK') return 0n;
    rounds.push(round);
    return -parts;
  }
  some.state = 'over';
  if (roll < 0.6) {
    const undo = { txId: context.id('undo') };
    expectCode(await context.rollback(some.roundId, some.bet, undo), 'OK');
    expectCode(await context.rollback(some.roundId, some.bet, undo), 'OK');
    return some.stake;
  }
  const payout = roll < 0.8 ? 0n : parts;
  const fields = { txId: context.id('win'), refTxId: some.bet, roundClosed: true };
  expectCode(await context.win(some.roundId, formatAmount(payout), fields), 'OK');
  if (roll > 0.9) expectCode(await context.win(some.roundId, formatAmount(payout), fields), 'OK');
  return payout;
}

const formatAmount = (parts: bigint): string => `${parts / 10_000n}.${String(parts % 10_000n).padStart(4, '0')}`;

export const longRuns: readonly Scenario[] = [
  {
    id: 'LONG-01',
    rule: 'after many random bets, wins, rollbacks and repeats the balance equals their sum',
    async run(context) {
      const before = await context.balance();
      const next = random(20_261_121);
      const rounds: PlayedRound[] = [];
      let sum = 0n;
      for (let call = 0; call < context.wallet.randomCalls; call += 1) sum += await step(context, rounds, next);
      const now = await context.balance();
      if (now - before !== sum) {
        throw new ExpectationError(`the balance moved by ${now - before} parts, the requests sum to ${sum}`);
      }
      for (const round of rounds) if (round.state === 'open') await context.rollback(round.roundId, round.bet);
    },
  },
  {
    id: 'LONG-02',
    rule: 'four decimals stay exact over many small bets',
    run: (context) =>
      context.expectMoved('-0.0030', async () => {
        for (let call = 0; call < 30; call += 1) expectCode(await context.bet(context.id('round'), '0.0001'), 'OK');
      }),
  },
];
