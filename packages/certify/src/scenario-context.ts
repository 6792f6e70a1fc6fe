// Where a scenario plays: one player with a seat, ids that nobody used before, and what may be said about answers.
//
// Always true: each scenario has a stage of its own, so none stands on what another left behind; it says what it expects in
// words, and the first thing that is not so ends it.
//
// Elsewhere: how a call travels (wire.ts).

import { randomUUID } from 'node:crypto';

import { type Money, parseProviderAmount, formatProviderAmount } from '@chaba/money';

import { type SignedResponse, type Key, send, type Twist } from './wire.ts';

export type Seat = { readonly playerId: string; readonly token: string };

export type Wallet = {
  readonly url: string;
  readonly key: Key;
  /** A second live key of the same provider, when there is one. */
  readonly otherKey?: Key;
  /** A game of the provider that pays by spin, and one with a table. */
  readonly slot: string;
  readonly table: string;
  readonly seat: Seat;
  /** How often a bet races its rollback, and how many random calls the long run makes. */
  readonly races: number;
  readonly randomCalls: number;
  /** A fresh launch token of the same player. */
  readonly launch: () => Promise<string>;
};

/** What was expected and what came instead. */
export class ExpectationError extends Error {
  override readonly name = 'Mismatch';
}

/** The scenario needs something that the run was not given. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

type Fields = Readonly<Record<string, unknown>>;

export class ScenarioContext {
  readonly wallet: Wallet;
  readonly seat: Seat;
  readonly #run = randomUUID().slice(0, 13);
  #ids = 0;

  constructor(wallet: Wallet) {
    this.wallet = wallet;
    this.seat = wallet.seat;
  }

  /** A name that was never used before. */
  id(word: string): string {
    this.#ids += 1;
    return `${word}-${this.#run}-${this.#ids}`;
  }

  raw(operation: string, body: string, twist?: Twist): Promise<SignedResponse> {
    return send(this.wallet, operation, body, twist);
  }

  /** One call with these fields, the player and the game filled in. */
  async call(operation: string, fields: Fields, twist?: Twist): Promise<SignedResponse> {
    const body = { requestId: this.id('req'), playerId: this.seat.playerId, gameCode: this.wallet.slot, ...fields };
    return this.raw(operation, JSON.stringify(body), twist);
  }

  // ── the operations, each with what it needs ────────────────────────────────────────────────────────────────────────────

  bet(roundId: string, amount: string, fields: Fields = {}, twist?: Twist): Promise<SignedResponse> {
    return this.call(
      'bet',
      { token: this.seat.token, roundId, txId: this.id('bet'), amount, currency: 'THB', ...fields },
      twist,
    );
  }

  /** A bet of this amount, taken, in a round of its own. */
  async openBet(amount: string): Promise<{ readonly roundId: string; readonly txId: string }> {
    const [roundId, txId] = [this.id('round'), this.id('bet')];
    expectStep(await this.bet(roundId, amount, { txId }), `-${amount}`);
    return { roundId, txId };
  }

  win(roundId: string, amount: string, fields: Fields = {}): Promise<SignedResponse> {
    return this.call('win', { roundId, txId: this.id('win'), amount, currency: 'THB', ...fields });
  }

  rollback(roundId: string, refTxId: string, fields: Fields = {}): Promise<SignedResponse> {
    return this.call('rollback', { roundId, txId: this.id('undo'), refTxId, ...fields });
  }

  betwin(roundId: string, transactions: readonly Fields[], fields: Fields = {}): Promise<SignedResponse> {
    return this.call('betwin', { token: this.seat.token, roundId, currency: 'THB', transactions, ...fields });
  }

  async balance(): Promise<Money> {
    const answer = await this.call('balance', {});
    expectCode(answer, 'OK');
    return amountIn(answer, 'balance');
  }

  /** Runs the work and expects that it moved the balance by exactly so much. */
  async expectMoved(by: string, work: () => Promise<void>): Promise<void> {
    const before = await this.balance();
    await work();
    const moved = (await this.balance()) - before;
    if (moved !== signed(by)) {
      throw new ExpectationError(`the balance should have moved by ${by}, and moved by ${text(moved)}`);
    }
  }
}

function signed(amount: string): bigint {
  const parts = parseProviderAmount(amount.replace('-', ''));
  if (parts === undefined) throw new Error(`${amount} is not an amount`);
  return amount.startsWith('-') ? -parts : parts;
}
const text = (amount: bigint): string =>
  amount < 0n ? `-${formatProviderAmount(-amount as Money)}` : formatProviderAmount(amount as Money);

const codeOf = ({ body }: SignedResponse): string => (typeof body['code'] === 'string' ? body['code'] : '(none)');

/** Expects HTTP 200 and one of these codes. */
export function expectCode(answer: SignedResponse, ...codes: readonly string[]): void {
  const code = codeOf(answer);
  if (answer.status !== 200) {
    throw new ExpectationError(`HTTP 200 was expected for a business answer, came ${answer.status} ${code}`);
  }
  if (!codes.includes(code)) throw new ExpectationError(`${codes.join(' or ')} was expected, came ${code}`);
}

/** Expects HTTP 401 and INVALID_SIGNATURE. */
export function expectUnsigned(answer: SignedResponse): void {
  const code = codeOf(answer);
  if (answer.status !== 401 || code !== 'INVALID_SIGNATURE') {
    throw new ExpectationError(`HTTP 401 INVALID_SIGNATURE was expected, came ${answer.status} ${code}`);
  }
}

export function expectField(answer: SignedResponse, field: string, value: unknown): void {
  const found = answer.body[field];
  if (found !== value) {
    throw new ExpectationError(`${field} should be ${JSON.stringify(value)}, is ${JSON.stringify(found)}`);
  }
}

/** Expects the balance around the call to have moved by exactly so much. */
export function expectStep(answer: SignedResponse, by: string): void {
  expectCode(answer, 'OK');
  const moved = amountIn(answer, 'balanceAfter') - amountIn(answer, 'balanceBefore');
  if (moved !== signed(by)) {
    throw new ExpectationError(`before and after should differ by ${by}, differ by ${text(moved)}`);
  }
}

/** Expects the stored answer to a call that was sent before: marked as duplicate, with the balances of the first. */
export function expectReplay(again: SignedResponse, first: SignedResponse): void {
  expectCode(again, 'OK');
  expectField(again, 'duplicate', true);
  for (const field of ['balanceBefore', 'balanceAfter', 'walletTxId']) expectField(again, field, first.body[field]);
}

/** An amount of an answer: decimal text with at most four decimals. */
export function amountIn(answer: SignedResponse, field: string): Money {
  const found = answer.body[field];
  if (typeof found !== 'string') {
    throw new ExpectationError(`${field} should be a decimal text, is ${JSON.stringify(found)}`);
  }
  const amount = parseProviderAmount(found);
  if (amount !== undefined) return amount;
  throw new ExpectationError(
    `${field} should be a decimal text with at most four decimals, is ${JSON.stringify(found)}`,
  );
}

export type Scenario = {
  /** Short and stable, as BET-03. */
  readonly id: string;
  /** The rule, as a sentence. */
  readonly rule: string;
  readonly run: (stage: ScenarioContext) => Promise<void>;
};
