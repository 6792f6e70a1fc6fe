// Fixture of a scenario: one player with a session, unused ids, requests and expectations.
//
// Always true: each scenario has its own context and does not depend on others; the first unmet expectation ends it
// with a message.
//
// Elsewhere: transport of a request (wire.ts).

import { randomUUID } from 'node:crypto';

import { type Money, parseProviderAmount, formatProviderAmount } from '@chaba/money';

import { type Key, send, type SignedResponse, type WalletTransport, type Twist } from './wire.ts';

export type PlayerSession = { readonly playerId: string; readonly token: string };

export type WalletUnderTest = {
  readonly url: string;
  readonly key: Key;
  /** A second active key of the same provider, if available. */
  readonly otherKey?: Key;
  /** A slot game and a table game of the provider. */
  readonly slot: string;
  readonly table: string;
  readonly session: PlayerSession;
  /** Number of bet and rollback races, and of random requests in the long run. */
  readonly races: number;
  readonly randomCalls: number;
  /** A fresh launch token of the same player. */
  readonly launch: () => Promise<string>;
  /** Another protocol, which throws `Skip` for fields that it does not have. Default: the contract's signed POST. */
  readonly transport?: WalletTransport;
};

/** An unmet expectation: expected and actual value. */
export class ExpectationError extends Error {
  override readonly name = 'ExpectationError';
}

/** The scenario needs an option that the run, or an operation that the protocol, does not have. */
export class Skip extends Error {
  override readonly name = 'Skip';
}

/** The transport threw: the response is missing or was not converted. */
export class TransportError extends Error {
  override readonly name = 'TransportError';
}

type Fields = Readonly<Record<string, unknown>>;

export class ScenarioContext {
  readonly wallet: WalletUnderTest;
  readonly session: PlayerSession;
  readonly #run = randomUUID().slice(0, 13);
  #ids = 0;

  constructor(wallet: WalletUnderTest) {
    this.wallet = wallet;
    this.session = wallet.session;
  }

  /** An unused id. */
  id(word: string): string {
    this.#ids += 1;
    return `${word}-${this.#run}-${this.#ids}`;
  }

  /** Skips the scenario if the protocol does not have this operation. */
  requireOperation(operation: string): void {
    const { transport } = this.wallet;
    if (transport && !transport.operations.has(operation)) throw new Skip(`the protocol has no ${operation}`);
  }

  async raw(operation: string, body: string, twist?: Twist): Promise<SignedResponse> {
    const { transport } = this.wallet;
    this.requireOperation(operation);
    if (!transport) return send(this.wallet, operation, body, twist);
    try {
      return await transport.send(operation, body, twist ?? {});
    } catch (error) {
      if (error instanceof Skip) throw error;
      const reason = error instanceof Error ? error.message : String(error);
      throw new TransportError(`the transport failed: ${reason}`, { cause: error });
    }
  }

  /** One request with these fields; player and game have defaults. */
  async call(operation: string, fields: Fields, twist?: Twist): Promise<SignedResponse> {
    const body = { requestId: this.id('req'), playerId: this.session.playerId, gameCode: this.wallet.slot, ...fields };
    return this.raw(operation, JSON.stringify(body), twist);
  }

  // ── operations ────────────────────────────────────────────────────────────────────────────

  bet(roundId: string, amount: string, fields: Fields = {}, twist?: Twist): Promise<SignedResponse> {
    return this.call(
      'bet',
      { token: this.session.token, roundId, txId: this.id('bet'), amount, currency: 'THB', ...fields },
      twist,
    );
  }

  /** An accepted bet of this amount in a new round. */
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
    return this.call('betwin', { token: this.session.token, roundId, currency: 'THB', transactions, ...fields });
  }

  async balance(): Promise<Money> {
    const answer = await this.call('balance', {});
    expectCode(answer, 'OK');
    return parseAmountField(answer, 'balance');
  }

  /** Expects the work to change the balance by exactly this amount. */
  async expectMoved(by: string, work: () => Promise<void>): Promise<void> {
    const before = await this.balance();
    await work();
    const moved = (await this.balance()) - before;
    if (moved !== signed(by)) {
      throw new ExpectationError(`expected the balance to change by ${by}, changed by ${text(moved)}`);
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

const getCode = ({ body }: SignedResponse): string => (typeof body['code'] === 'string' ? body['code'] : '(none)');

/** Expects HTTP 200 and one of these codes. */
export function expectCode(answer: SignedResponse, ...codes: readonly string[]): void {
  const code = getCode(answer);
  if (answer.status !== 200) {
    throw new ExpectationError(`expected HTTP 200 for a business response, got ${answer.status} ${code}`);
  }
  if (!codes.includes(code)) throw new ExpectationError(`expected ${codes.join(' or ')}, got ${code}`);
}

/** Expects HTTP 401 and INVALID_SIGNATURE. */
export function expectUnsigned(answer: SignedResponse): void {
  const code = getCode(answer);
  if (answer.status !== 401 || code !== 'INVALID_SIGNATURE') {
    throw new ExpectationError(`expected HTTP 401 INVALID_SIGNATURE, got ${answer.status} ${code}`);
  }
}

export function expectField(answer: SignedResponse, field: string, value: unknown): void {
  const found = answer.body[field];
  if (found !== value) {
    throw new ExpectationError(`${field} should be ${JSON.stringify(value)}, is ${JSON.stringify(found)}`);
  }
}

/** Expects balanceBefore and balanceAfter to differ by exactly this amount. */
export function expectStep(answer: SignedResponse, by: string): void {
  expectCode(answer, 'OK');
  const moved = parseAmountField(answer, 'balanceAfter') - parseAmountField(answer, 'balanceBefore');
  if (moved !== signed(by)) {
    throw new ExpectationError(`expected balances that differ by ${by}, differ by ${text(moved)}`);
  }
}

/** Expects a replay: marked as duplicate, with the balances of the first response. */
export function expectReplay(again: SignedResponse, first: SignedResponse): void {
  expectCode(again, 'OK');
  expectField(again, 'duplicate', true);
  for (const field of ['balanceBefore', 'balanceAfter', 'walletTxId']) expectField(again, field, first.body[field]);
}

/** Parses an amount field of a response: decimal text with at most four decimals. */
export function parseAmountField(answer: SignedResponse, field: string): Money {
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
  /** Short and stable, such as BET-03. */
  readonly id: string;
  /** The rule as a sentence. */
  readonly rule: string;
  readonly run: (context: ScenarioContext) => Promise<void>;
};
