// Long runs: many calls in an order nobody planned, with one sum at the end.

import { expectCode, ExpectationError, type Scenario, type ScenarioContext } from '#certify/scenario-context';

/** A small generator of our own, so that a run can be told apart and repeated by its seed. */
function random(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d_2b_79_f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296;
  };
}

type Made = { readonly roundId: string; readonly bet: string; readonly stake: bigint; state: 'open' | 'over' };

async function step(stage: ScenarioContext, rounds: Made[], next: () => number): Promise<bigint> {
  const parts = BigInt(1 + Math.floor(next() * 20_000));
  const open = rounds.filter(({ state }) => state === 'open');
  const some = open[Math.floor(next() * open.length)];
  const roll = next();
  if (some === undefined || roll < 0.4) {
    const round: Made = { roundId: stage.id('round'), bet: stage.id('bet'), stake: parts, state: 'open' };
    const answer = await stage.bet(round.roundId, amountOf(parts), { txId: round.bet });
    expectCode(answer, 'OK', 'INSUFFICIENT_FUNDS');
    if (answer.body['code'] !== 'OK') return 0n;
    rounds.push(round);
    return -parts;
  }
  some.state = 'over';
  if (roll < 0.6) {
    const undo = { txId: stage.id('undo') };
    expectCode(await stage.rollback(some.roundId, some.bet, undo), 'OK');
    expectCode(await stage.rollback(some.roundId, some.bet, undo), 'OK');
    return some.stake;
  }
  const payout = roll < 0.8 ? 0n : parts;
  const fields = { txId: stage.id('win'), refTxId: some.bet, roundClosed: true };
  expectCode(await stage.win(some.roundId, amountOf(payout), fields), 'OK');
  if (roll > 0.9) expectCode(await stage.win(some.roundId, amountOf(payout), fields), 'OK');
  return payout;
}

const amountOf = (parts: bigint): string => `${parts / 10_000n}.${String(parts % 10_000n).padStart(4, '0')}`;

export const longRuns: readonly Scenario[] = [
  {
    id: 'LONG-01',
    rule: 'after many random bets, wins, rollbacks and repeats the balance is what they sum to',
    async run(stage) {
      const before = await stage.balance();
      const next = random(20_261_121);
      const rounds: Made[] = [];
      let sum = 0n;
      for (let call = 0; call < stage.wallet.randomCalls; call += 1) sum += await step(stage, rounds, next);
      const now = await stage.balance();
      if (now - before !== sum) {
        throw new ExpectationError(`the balance moved by ${now - before} parts, the calls sum to ${sum}`);
      }
      for (const round of rounds) if (round.state === 'open') await stage.rollback(round.roundId, round.bet);
    },
  },
  {
    id: 'LONG-02',
    rule: 'four decimals add up over many small calls',
    run: (stage) =>
      stage.expectMoved('-0.0030', async () => {
        for (let call = 0; call < 30; call += 1) expectCode(await stage.bet(stage.id('round'), '0.0001'), 'OK');
      }),
  },
];
