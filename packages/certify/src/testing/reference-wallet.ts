// Minimal in-memory wallet over HTTP that follows the whole protocol, as test subject of the certification. With a
// planted fault it breaks one rule.
//
// Always true: without a fault every scenario passes; with one, at least one scenario fails (certify.test.ts).
//
// Elsewhere: the real wallet (apps/server, modules/play), which shares no code with this one.

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type WireBody, parseObject, parseAmount, formatAmount, UNIT, toText } from './reference-wire.ts';

export const faults = [
  'accepts any signature',
  'excludes the operation from the signature',
  'ignores the timestamp',
  'parses before it checks',
  'opens a session twice with one launch token',
  'requires no session',
  'takes a duplicate bet twice',
  'pays a duplicate win twice',
  'answers a duplicate with the current balance',
  'accepts a duplicate id with other content',
  'lets the balance go below zero',
  'counts in floating point',
  'takes amounts as numbers',
  'requires a session for a win',
  'pays a win without a bet',
  'pays a win of a cancelled bet',
  'stores no tombstone',
  'rolls a settled bet back',
  'refunds the stake twice',
  'rejects the second rollback',
  'applies half of a list',
  'pays a spin from its own win',
  'pays the full amount of a correction',
  'records no debt',
  'requires a bet for an award',
  'takes a tip twice',
  'accepts any currency',
  'reads a field twice',
  'fails on text that it cannot store',
  'rolls back in full on a partial amount',
  'reports a tombstoned bet as not found',
  'opens every bet when one win is rolled back',
  'rejects a win that arrives after the end of its round',
  'rejects a bet after a cancelled one',
  'validates the token of a credit',
  'accepts a correction of itself',
  'funds a bet from a win before it',
  'closes a round with its waiting spins',
  'takes free spins after the end of their round',
] as const;
export type Fault = (typeof faults)[number];

type Reply = { readonly status: number; readonly body: WireBody };
type Bet = {
  readonly roundId: string;
  readonly stake: bigint;
  readonly isFree: boolean;
  state: 'open' | 'settled' | 'void';
};
type Win = { readonly roundId: string; payout: bigint };
type Round = { isEnded: boolean; isClosed: boolean; freeSpins: number };
type Recorded = { readonly print: string; readonly reply: WireBody };

/** Faults of a list that its stakes do not reveal in advance. */
const FUNDING_FAULTS: ReadonlySet<Fault | undefined> = new Set<Fault>([
  'applies half of a list',
  'pays a spin from its own win',
]);

const newRound = (): Round => ({ isEnded: false, isClosed: false, freeSpins: 0 });

const START = 1_000n * UNIT;
const WINDOW_MS = 300_000;
const BODY_BYTES_MAX = 65_536;
const KEYS: Readonly<Record<string, string>> = { 'test-key': 'test-secret', 'test-key-2': 'test-secret-2' };
const GAMES: readonly unknown[] = ['test-slot', 'test-table'];

export type ReferenceWallet = {
  readonly url: string;
  /** A fresh launch token of the one player. */
  readonly launch: () => Promise<string>;
  readonly close: () => Promise<void>;
};

export async function openReferenceWallet(fault?: Fault): Promise<ReferenceWallet> {
  const wallet = new Wallet(fault);
  const server: Server = createServer((request, response) => {
    void readBody(request).then((raw) => {
      const { status, body } = wallet.answer(request, raw);
      const text = JSON.stringify({ ...body, serverTime: new Date().toISOString() });
      response.writeHead(status, { 'content-type': 'application/json' }).end(text);
    });
  });
  await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    url: `http://127.0.0.1:${port}`,
    launch: () => Promise.resolve(wallet.launch()),
    close: () =>
      new Promise((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

async function readBody(request: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

const toReply = (code: string, more: WireBody = {}): Reply => ({
  status: code === 'INVALID_SIGNATURE' ? 401 : 200,
  body: { code, ...more },
});

const toFingerprint = (body: WireBody, ...names: readonly string[]): string =>
  JSON.stringify(names.map((name) => (name === 'amount' ? String(parseAmount(body[name])) : (body[name] ?? null))));

class Wallet {
  readonly #fault: Fault | undefined;
  readonly #launches = new Set<string>();
  readonly #sessions = new Set<string>();
  readonly #done = new Map<string, Recorded>();
  readonly #bets = new Map<string, Bet>();
  readonly #wins = new Map<string, Win>();
  readonly #rounds = new Map<string, Round>();
  readonly #tombstones = new Set<string>();
  #balance = START;
  #debt = 0n;
  #count = 0;

  constructor(fault: Fault | undefined) {
    this.#fault = fault;
  }

  launch(): string {
    this.#count += 1;
    const token = `launch-${this.#count}`;
    this.#launches.add(token);
    return token;
  }

  answer(request: IncomingMessage, raw: Buffer): Reply {
    const target = request.url ?? '';
    const parsed = parseObject(raw);
    if (this.#fault === 'parses before it checks' && parsed === undefined) return { status: 400, body: {} };
    if (!this.#isSigned(request, target, raw)) return toReply('INVALID_SIGNATURE');
    if (raw.length > BODY_BYTES_MAX) return { status: 413, body: { code: 'INVALID_REQUEST' } };
    const isHalf = /\\u0000|\\ud[89a-f]/i.test(String(raw));
    if (isHalf && this.#fault === 'fails on text that it cannot store') return { status: 500, body: {} };
    // Requests are compact JSON, so a repeated field changes the serialised text.
    const isTwice = JSON.stringify(parsed) !== String(raw) && this.#fault !== 'reads a field twice';
    if (parsed === undefined || isHalf || isTwice) return toReply('INVALID_REQUEST');
    const { status, body } = this.#operation(target.split('/').at(-1) ?? '', parsed);
    return { status, body: { ...body, requestId: parsed['requestId'] } };
  }

  #isSigned({ headers }: IncomingMessage, target: string, raw: Buffer): boolean {
    const secret = KEYS[String(headers['x-key-id'])];
    const timestamp = String(headers['x-timestamp']);
    if (this.#fault === 'accepts any signature') return true;
    if (secret === undefined) return false;
    const isOutsideWindow = Math.abs(Date.now() - Number(timestamp)) > WINDOW_MS;
    if (isOutsideWindow && this.#fault !== 'ignores the timestamp') return false;
    const path =
      this.#fault === 'excludes the operation from the signature' ? String(headers['x-path'] ?? '*') : target;
    const made = createHmac('sha256', secret).update(`${timestamp}\nPOST\n${path}\n`).update(raw).digest('base64');
    return path === '*' ? headers['x-signature'] !== undefined : headers['x-signature'] === made;
  }

  #operation(name: string, body: WireBody): Reply {
    if (name === 'authenticate') return this.#authenticate(body);
    if (body['playerId'] === undefined) return toReply('INVALID_REQUEST');
    if (body['playerId'] !== 'player-1') return toReply('PLAYER_NOT_FOUND');
    if (name === 'balance') return toReply('OK', { balance: formatAmount(this.#balance), currency: 'THB' });
    if (name === 'endRound') {
      this.#settleRound(body, true);
      return toReply('OK');
    }
    return name === 'betwin' ? this.#betwin(body) : this.#move(name, body);
  }

  #authenticate(body: WireBody): Reply {
    const launch = toText(body['token']);
    if (!launch.startsWith('launch-')) return toReply('INVALID_TOKEN');
    if (!this.#launches.has(launch)) return toReply('TOKEN_EXPIRED');
    if (this.#fault !== 'opens a session twice with one launch token') this.#launches.delete(launch);
    const token = `session-${launch}`;
    this.#sessions.add(token);
    return toReply('OK', { token, playerId: 'player-1', balance: formatAmount(this.#balance), currency: 'THB' });
  }

  // ── single transactions
  // ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #move(name: string, body: WireBody): Reply {
    const shape = this.#validate(name, body);
    if (shape) return toReply(shape);
    const id = toText(body['txId']);
    const names = ['refTxId', 'amount', 'roundId', 'gameCode'] as const;
    const own = name + (name === 'rollback' ? toFingerprint(body, 'refTxId', 'amount') : toFingerprint(body, ...names));
    const done = this.#done.get(id);
    if (done && !this.#repeats(name)) return this.#replay(done, own);
    if (this.#tombstones.has(id)) return toReply('TX_ROLLED_BACK', this.#balances(this.#balance));
    const before = this.#balance;
    const code = this.#execute(name, body, id);
    if (code) {
      this.#balance = before;
      return toReply(code, this.#balances(before));
    }
    if (name === 'win') this.#settleRound(body, body['roundClosed'] === true);
    return this.#record(id, own, before);
  }

  /** Applies the end of a round and its waiting spins: it is closed when it ended and no spin waits. */
  #settleRound(body: WireBody, isEnded: boolean): void {
    const round = this.#rounds.get(toText(body['roundId']));
    if (!round) return;
    const stated = typeof body['freeSpins'] === 'number' ? body['freeSpins'] : undefined;
    round.freeSpins = stated ?? (isEnded ? 0 : round.freeSpins);
    round.isEnded ||= isEnded;
    const isWaiting = round.freeSpins > 0 && this.#fault !== 'closes a round with its waiting spins';
    round.isClosed = round.isEnded && !isWaiting;
  }

  #repeats(name: string): boolean {
    if (name === 'bet') return this.#fault === 'takes a duplicate bet twice';
    if (name === 'win') return this.#fault === 'pays a duplicate win twice';
    return name === 'tip' && this.#fault === 'takes a tip twice';
  }

  #replay(done: Recorded, own: string): Reply {
    if (done.print !== own && this.#fault !== 'accepts a duplicate id with other content') {
      return toReply('TX_CONFLICT');
    }
    const now = this.#fault === 'answers a duplicate with the current balance' ? this.#balances(this.#balance) : {};
    return toReply('OK', { ...done.reply, ...now, duplicate: true });
  }

  #record(id: string, own: string, before: bigint): Reply {
    const reply = { ...this.#balances(before), txId: id, walletTxId: `w-${id}`, duplicate: false };
    this.#done.set(id, { print: own, reply });
    return toReply('OK', reply);
  }

  #balances(before: bigint): WireBody {
    return { balanceBefore: formatAmount(before), balanceAfter: formatAmount(this.#balance), currency: 'THB' };
  }

  #validate(name: string, body: WireBody): string | undefined {
    const needed = name === 'rollback' ? ['txId', 'refTxId'] : ['txId', 'amount', 'currency'];
    const round = ['bet', 'win', 'tip', 'adjust'].includes(name) ? ['roundId', 'gameCode'] : [];
    if ([...needed, ...round].some((field) => body[field] === undefined)) return 'INVALID_REQUEST';
    const isOfItself = name !== 'adjust' || this.#fault !== 'accepts a correction of itself';
    if (body['txId'] === body['refTxId'] && isOfItself) return 'INVALID_REQUEST';
    const isOdd = body['token'] !== undefined && toText(body['token']) !== body['token'];
    if (isOdd && this.#fault === 'validates the token of a credit') return 'INVALID_REQUEST';
    const isNumber = typeof body['amount'] === 'number' && this.#fault === 'takes amounts as numbers';
    if (name !== 'rollback' && !isNumber && parseAmount(body['amount']) === undefined) return 'INVALID_REQUEST';
    if (name === 'award' && !['jackpot', 'tournament', 'freeRounds', 'drop'].includes(toText(body['kind']))) {
      return 'INVALID_REQUEST';
    }
    if (name !== 'rollback' && body['currency'] !== 'THB' && this.#fault !== 'accepts any currency') {
      return 'WRONG_CURRENCY';
    }
    if (round.length > 0 && !GAMES.includes(body['gameCode'])) return 'INVALID_GAME';
    const isStake = name === 'bet' || name === 'tip';
    const needsSession = isStake || (name === 'win' && this.#fault === 'requires a session for a win');
    if (needsSession && this.#fault !== 'requires no session' && !this.#sessions.has(toText(body['token']))) {
      return name === 'win' && body['token'] === undefined ? undefined : 'INVALID_TOKEN';
    }
    return undefined;
  }

  #execute(name: string, body: WireBody, id: string): string | undefined {
    const amount = parseAmount(body['amount']) ?? 0n;
    const ref = body['refTxId'] === undefined ? undefined : toText(body['refTxId']);
    const roundId = toText(body['roundId']);
    if (name === 'bet') return this.#bet(id, roundId, amount, body['isFree'] === true);
    if (name === 'win') return this.#win(id, { roundId, ref, amount });
    if (name === 'rollback') return this.#rollback(ref ?? '', parseAmount(body['amount']));
    if (name === 'adjust') return this.#adjust(ref ?? '', amount);
    if (name === 'award' && this.#fault === 'requires a bet for an award') return 'BET_NOT_FOUND';
    return name === 'tip' ? this.#debit(amount) : this.#credit(amount);
  }

  #debit(amount: bigint): string | undefined {
    if (this.#debt > 0n) return 'PLAYER_LOCKED';
    if (amount > this.#balance && this.#fault !== 'lets the balance go below zero') return 'INSUFFICIENT_FUNDS';
    this.#balance -= this.#fault === 'counts in floating point' ? (amount / 100n) * 100n : amount;
    return undefined;
  }

  #credit(amount: bigint): undefined {
    const repaid = amount < this.#debt ? amount : this.#debt;
    this.#debt -= repaid;
    this.#balance += amount - repaid;
  }

  #bet(id: string, roundId: string, stake: bigint, isFree: boolean): string | undefined {
    if (
      this.#rounds.get(roundId)?.isClosed === true &&
      !(isFree && this.#fault === 'takes free spins after the end of their round')
    ) {
      return 'BET_SETTLED';
    }
    const others = [...this.#bets.values()].filter((bet) => bet.roundId === roundId);
    const isVoid = others.length > 0 && others.every((bet) => bet.state === 'void');
    if (isVoid && this.#fault === 'rejects a bet after a cancelled one') return 'BET_SETTLED';
    const code = isFree ? undefined : this.#debit(stake);
    if (code) return code;
    this.#bets.set(id, { roundId, stake, isFree, state: 'open' });
    if (!this.#rounds.has(roundId)) this.#rounds.set(roundId, newRound());
    return undefined;
  }

  #win(id: string, win: { roundId: string; ref: string | undefined; amount: bigint }): string | undefined {
    const { roundId, ref, amount } = win;
    const bets = [...this.#bets].filter(([betId, bet]) => bet.roundId === roundId && (ref ?? betId) === betId);
    const isTombstoned = ref !== undefined && this.#tombstones.has(ref);
    if (isTombstoned && this.#fault !== 'reports a tombstoned bet as not found') return 'TX_ROLLED_BACK';
    if (bets.length === 0 && this.#fault !== 'pays a win without a bet') return 'BET_NOT_FOUND';
    const round = this.#rounds.get(roundId) ?? newRound();
    const isVoid = bets.length > 0 && bets.every(([, bet]) => bet.state === 'void');
    if (isVoid && this.#fault !== 'pays a win of a cancelled bet') return 'TX_ROLLED_BACK';
    const isAwaited =
      bets.some(([, bet]) => bet.state === 'open') &&
      this.#fault !== 'rejects a win that arrives after the end of its round';
    if (round.isClosed && !isAwaited) return 'BET_SETTLED';
    for (const [, bet] of bets) if (bet.state === 'open') bet.state = 'settled';
    this.#rounds.set(roundId, round);
    this.#wins.set(id, { roundId, payout: amount });
    return this.#credit(amount);
  }

  #rollback(ref: string, amount: bigint | undefined): string | undefined {
    const bet = this.#bets.get(ref);
    const win = this.#wins.get(ref);
    const isPart = amount !== undefined && amount !== (bet?.stake ?? win?.payout ?? amount);
    if (isPart && this.#fault !== 'rolls back in full on a partial amount') return 'TX_CONFLICT';
    if (win) {
      this.#correct(-win.payout);
      win.payout = 0n;
      const isWide = this.#fault === 'opens every bet when one win is rolled back';
      for (const one of this.#bets.values()) if (isWide && one.roundId === win.roundId) one.state = 'open';
      return undefined;
    }
    if (!bet) {
      if (this.#fault !== 'stores no tombstone') this.#tombstones.add(ref);
      return undefined;
    }
    if (bet.state === 'settled' && this.#fault !== 'rolls a settled bet back') return 'BET_SETTLED';
    if (bet.state === 'void' && this.#fault === 'rejects the second rollback') return 'BET_SETTLED';
    const isBack = bet.state === 'void' && this.#fault !== 'refunds the stake twice';
    if (!bet.isFree && !isBack) this.#credit(bet.stake);
    bet.state = 'void';
    return undefined;
  }

  #adjust(ref: string, amount: bigint): string | undefined {
    const win = this.#wins.get(ref);
    if (!win) return 'BET_NOT_FOUND';
    this.#correct(this.#fault === 'pays the full amount of a correction' ? amount : amount - win.payout);
    win.payout = amount;
    return undefined;
  }

  #correct(by: bigint): void {
    if (by >= 0n) return this.#credit(by);
    const debited = -by < this.#balance ? -by : this.#balance;
    this.#balance -= debited;
    if (this.#fault !== 'records no debt') this.#debt += -by - debited;
    return undefined;
  }

  // ── betwin
  // ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #betwin(body: WireBody): Reply {
    const parts = Array.isArray(body['transactions']) ? (body['transactions'] as WireBody[]) : [];
    if (!this.#sessions.has(toText(body['token'])) && this.#fault !== 'requires no session') {
      return toReply('INVALID_TOKEN');
    }
    const ids = parts.map((part) => toText(part['txId']));
    const own = `betwin${JSON.stringify(parts)}${toFingerprint(body, 'roundId', 'gameCode')}`;
    const known = ids.map((id) => this.#done.get(id));
    const [first] = known;
    if (first && known.every((done) => done?.print === own)) return toReply('OK', { ...first.reply, duplicate: true });
    if (known.some(Boolean) || new Set(ids).size < ids.length) return toReply('TX_CONFLICT');
    const before = this.#balance;
    const stakes = parts.filter((part) => part['operation'] === 'bet' && part['isFree'] !== true);
    const staked = stakes.reduce((sum, part) => sum + (parseAmount(part['amount']) ?? 0n), 0n);
    const isFunded = staked <= before || this.#fault === 'funds a bet from a win before it';
    if (!isFunded && !FUNDING_FAULTS.has(this.#fault)) return toReply('INSUFFICIENT_FUNDS', this.#balances(before));
    for (const part of this.#inOrder(parts)) {
      const fields = { ...body, ...part, currency: 'THB' };
      const code = this.#execute(toText(part['operation']), fields, toText(part['txId']));
      if (code === undefined) continue;
      if (this.#fault !== 'applies half of a list') this.#balance = before;
      return toReply(code, this.#balances(before));
    }
    const reply = { ...this.#balances(before), txId: ids.at(-1), walletTxId: `w-${ids.at(-1)}`, duplicate: false };
    this.#settleRound(body, body['roundClosed'] === true);
    for (const id of ids) this.#done.set(id, { print: own, reply });
    return toReply('OK', reply);
  }

  /** The fault credits the payout before the stake is checked. */
  #inOrder(parts: readonly WireBody[]): readonly WireBody[] {
    if (this.#fault !== 'pays a spin from its own win') return parts;
    const round = parts.find((part) => part['operation'] === 'win');
    if (round) this.#balance += parseAmount(round['amount']) ?? 0n;
    return parts.filter((part) => part !== round);
  }
}
