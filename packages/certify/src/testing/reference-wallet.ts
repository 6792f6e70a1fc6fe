// The smallest wallet that keeps the whole protocol, in memory, over HTTP: what the certification is tried on. With a planted
// fault it breaks one rule on purpose.
//
// Always true: without a fault every scenario passes; with one, at least one scenario names it (certify.test.ts).
//
// Elsewhere: the real wallet (apps/server, modules/play), which shares no line with this one.

import { createHmac } from 'node:crypto';
import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';

import { type Body, objectIn, partsOf, textOf, UNIT, word } from './reference-wire.ts';

export const faults = [
  'accepts any signature',
  'signs the operation out of the message',
  'does not look at the clock',
  'parses before it checks',
  'opens a session twice with one launch token',
  'asks for no session',
  'takes a duplicate bet twice',
  'pays a duplicate win twice',
  'answers a duplicate with the balance of now',
  'forgets what a duplicate said',
  'lets the balance go below zero',
  'counts in floating point',
  'takes amounts as numbers',
  'asks for a session before it pays',
  'pays a win without a bet',
  'pays a win of a cancelled bet',
  'forgets a rollback that came first',
  'rolls a settled bet back',
  'gives the stake back twice',
  'refuses the second rollback',
  'carries half a list out',
  'pays a spin from its own win',
  'pays a correction whole',
  'owes nothing',
  'needs a bet for a prize',
  'takes a tip twice',
  'knows no second currency',
  'reads a field twice',
  'fails on a text it cannot keep',
  'gives the whole back for a part',
  'waits for a bet that cannot come',
  'opens every bet when one win is taken back',
  'refuses the win that was overtaken',
  'takes no bet after a cancelled one',
  'reads a session where none is asked for',
  'lets a correction be of itself',
] as const;
export type Fault = (typeof faults)[number];

type Reply = { readonly status: number; readonly body: Body };
type Bet = {
  readonly roundId: string;
  readonly stake: bigint;
  readonly isFree: boolean;
  state: 'open' | 'settled' | 'void';
};
type Win = { readonly roundId: string; payout: bigint };
type Round = { isClosed: boolean };
type Done = { readonly print: string; readonly reply: Body };

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

const say = (code: string, more: Body = {}): Reply => ({
  status: code === 'INVALID_SIGNATURE' ? 401 : 200,
  body: { code, ...more },
});

const print = (body: Body, ...names: readonly string[]): string =>
  JSON.stringify(names.map((name) => (name === 'amount' ? String(partsOf(body[name])) : (body[name] ?? null))));

class Wallet {
  readonly #fault: Fault | undefined;
  readonly #launches = new Set<string>();
  readonly #sessions = new Set<string>();
  readonly #done = new Map<string, Done>();
  readonly #bets = new Map<string, Bet>();
  readonly #wins = new Map<string, Win>();
  readonly #rounds = new Map<string, Round>();
  readonly #buried = new Set<string>();
  #balance = START;
  #owed = 0n;
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
    const parsed = objectIn(raw);
    if (this.#fault === 'parses before it checks' && parsed === undefined) return { status: 400, body: {} };
    if (!this.#isSigned(request, target, raw)) return say('INVALID_SIGNATURE');
    if (raw.length > BODY_BYTES_MAX) return { status: 413, body: { code: 'INVALID_REQUEST' } };
    const isHalf = /\\u0000|\\ud[89a-f]/i.test(String(raw));
    if (isHalf && this.#fault === 'fails on a text it cannot keep') return { status: 500, body: {} };
    // What is sent here is compact, so a field that stands twice makes another text.
    const isTwice = JSON.stringify(parsed) !== String(raw) && this.#fault !== 'reads a field twice';
    if (parsed === undefined || isHalf || isTwice) return say('INVALID_REQUEST');
    const { status, body } = this.#operation(target.split('/').at(-1) ?? '', parsed);
    return { status, body: { ...body, requestId: parsed['requestId'] } };
  }

  #isSigned({ headers }: IncomingMessage, target: string, raw: Buffer): boolean {
    const secret = KEYS[String(headers['x-key-id'])];
    const timestamp = String(headers['x-timestamp']);
    if (this.#fault === 'accepts any signature') return true;
    if (secret === undefined) return false;
    const isLate = Math.abs(Date.now() - Number(timestamp)) > WINDOW_MS;
    if (isLate && this.#fault !== 'does not look at the clock') return false;
    const path = this.#fault === 'signs the operation out of the message' ? String(headers['x-path'] ?? '*') : target;
    const made = createHmac('sha256', secret).update(`${timestamp}\nPOST\n${path}\n`).update(raw).digest('base64');
    return path === '*' ? headers['x-signature'] !== undefined : headers['x-signature'] === made;
  }

  #operation(name: string, body: Body): Reply {
    if (name === 'authenticate') return this.#authenticate(body);
    if (body['playerId'] === undefined) return say('INVALID_REQUEST');
    if (body['playerId'] !== 'player-1') return say('PLAYER_NOT_FOUND');
    if (name === 'balance') return say('OK', { balance: textOf(this.#balance), currency: 'THB' });
    if (name === 'endRound') return say('OK');
    return name === 'betwin' ? this.#betwin(body) : this.#move(name, body);
  }

  #authenticate(body: Body): Reply {
    const launch = word(body['token']);
    if (!launch.startsWith('launch-')) return say('INVALID_TOKEN');
    if (!this.#launches.has(launch)) return say('TOKEN_EXPIRED');
    if (this.#fault !== 'opens a session twice with one launch token') this.#launches.delete(launch);
    const token = `session-${launch}`;
    this.#sessions.add(token);
    return say('OK', { token, playerId: 'player-1', balance: textOf(this.#balance), currency: 'THB' });
  }

  // ── one movement ───────────────────────────────────────────────────────────────────────────────────────────────────────

  #move(name: string, body: Body): Reply {
    const shape = this.#shapeRefusal(name, body);
    if (shape) return say(shape);
    const id = word(body['txId']);
    const names = ['refTxId', 'amount', 'roundId', 'gameCode'] as const;
    const own = name + (name === 'rollback' ? print(body, 'refTxId', 'amount') : print(body, ...names));
    const done = this.#done.get(id);
    if (done && !this.#repeats(name)) return this.#again(done, own);
    if (this.#buried.has(id)) return say('TX_ROLLED_BACK', this.#balances(this.#balance));
    const before = this.#balance;
    const refusal = this.#executeBatch(name, body, id);
    if (refusal) {
      this.#balance = before;
      return say(refusal, this.#balances(before));
    }
    return this.#keep(id, own, before);
  }

  #repeats(name: string): boolean {
    if (name === 'bet') return this.#fault === 'takes a duplicate bet twice';
    if (name === 'win') return this.#fault === 'pays a duplicate win twice';
    return name === 'tip' && this.#fault === 'takes a tip twice';
  }

  #again(done: Done, own: string): Reply {
    if (done.print !== own && this.#fault !== 'forgets what a duplicate said') return say('TX_CONFLICT');
    const now = this.#fault === 'answers a duplicate with the balance of now' ? this.#balances(this.#balance) : {};
    return say('OK', { ...done.reply, ...now, duplicate: true });
  }

  #keep(id: string, own: string, before: bigint): Reply {
    const reply = { ...this.#balances(before), txId: id, walletTxId: `w-${id}`, duplicate: false };
    this.#done.set(id, { print: own, reply });
    return say('OK', reply);
  }

  #balances(before: bigint): Body {
    return { balanceBefore: textOf(before), balanceAfter: textOf(this.#balance), currency: 'THB' };
  }

  #shapeRefusal(name: string, body: Body): string | undefined {
    const needed = name === 'rollback' ? ['txId', 'refTxId'] : ['txId', 'amount', 'currency'];
    const round = ['bet', 'win', 'tip', 'adjust'].includes(name) ? ['roundId', 'gameCode'] : [];
    if ([...needed, ...round].some((field) => body[field] === undefined)) return 'INVALID_REQUEST';
    const isOfItself = name !== 'adjust' || this.#fault !== 'lets a correction be of itself';
    if (body['txId'] === body['refTxId'] && isOfItself) return 'INVALID_REQUEST';
    const isOdd = body['token'] !== undefined && word(body['token']) !== body['token'];
    if (isOdd && this.#fault === 'reads a session where none is asked for') return 'INVALID_REQUEST';
    const isNumber = typeof body['amount'] === 'number' && this.#fault === 'takes amounts as numbers';
    if (name !== 'rollback' && !isNumber && partsOf(body['amount']) === undefined) return 'INVALID_REQUEST';
    if (name === 'award' && !['jackpot', 'tournament', 'freeRounds', 'drop'].includes(word(body['kind']))) {
      return 'INVALID_REQUEST';
    }
    if (name !== 'rollback' && body['currency'] !== 'THB' && this.#fault !== 'knows no second currency') {
      return 'WRONG_CURRENCY';
    }
    if (round.length > 0 && !GAMES.includes(body['gameCode'])) return 'INVALID_GAME';
    const isStake = name === 'bet' || name === 'tip';
    const asks = isStake || (name === 'win' && this.#fault === 'asks for a session before it pays');
    if (asks && this.#fault !== 'asks for no session' && !this.#sessions.has(word(body['token']))) {
      return name === 'win' && body['token'] === undefined ? undefined : 'INVALID_TOKEN';
    }
    return undefined;
  }

  #executeBatch(name: string, body: Body, id: string): string | undefined {
    const amount = partsOf(body['amount']) ?? 0n;
    const ref = body['refTxId'] === undefined ? undefined : word(body['refTxId']);
    const roundId = word(body['roundId']);
    if (name === 'bet') return this.#bet(id, roundId, amount, body['isFree'] === true);
    if (name === 'win') return this.#win(id, { roundId, ref, amount, isLast: body['roundClosed'] === true });
    if (name === 'rollback') return this.#rollback(ref ?? '', partsOf(body['amount']));
    if (name === 'adjust') return this.#adjust(ref ?? '', amount);
    if (name === 'award' && this.#fault === 'needs a bet for a prize') return 'BET_NOT_FOUND';
    return name === 'tip' ? this.#take(amount) : this.#give(amount);
  }

  #take(amount: bigint): string | undefined {
    if (this.#owed > 0n) return 'PLAYER_LOCKED';
    if (amount > this.#balance && this.#fault !== 'lets the balance go below zero') return 'INSUFFICIENT_FUNDS';
    this.#balance -= this.#fault === 'counts in floating point' ? (amount / 100n) * 100n : amount;
    return undefined;
  }

  #give(amount: bigint): undefined {
    const owed = amount < this.#owed ? amount : this.#owed;
    this.#owed -= owed;
    this.#balance += amount - owed;
  }

  #bet(id: string, roundId: string, stake: bigint, isFree: boolean): string | undefined {
    const refusal = isFree ? undefined : this.#take(stake);
    if (refusal) return refusal;
    const others = [...this.#bets.values()].filter((bet) => bet.roundId === roundId);
    const isVoid = others.length > 0 && others.every((bet) => bet.state === 'void');
    if (isVoid && this.#fault === 'takes no bet after a cancelled one') return 'BET_SETTLED';
    this.#bets.set(id, { roundId, stake, isFree, state: 'open' });
    if (!this.#rounds.has(roundId)) this.#rounds.set(roundId, { isClosed: false });
    return undefined;
  }

  #win(
    id: string,
    win: { roundId: string; ref: string | undefined; amount: bigint; isLast: boolean },
  ): string | undefined {
    const { roundId, ref, amount, isLast } = win;
    const bets = [...this.#bets].filter(([betId, bet]) => bet.roundId === roundId && (ref ?? betId) === betId);
    const isBuried = ref !== undefined && this.#buried.has(ref);
    if (isBuried && this.#fault !== 'waits for a bet that cannot come') return 'TX_ROLLED_BACK';
    if (bets.length === 0 && this.#fault !== 'pays a win without a bet') return 'BET_NOT_FOUND';
    const round = this.#rounds.get(roundId) ?? { isClosed: false };
    const isVoid = bets.length > 0 && bets.every(([, bet]) => bet.state === 'void');
    if (isVoid && this.#fault !== 'pays a win of a cancelled bet') return 'TX_ROLLED_BACK';
    const isAwaited =
      bets.some(([, bet]) => bet.state === 'open') && this.#fault !== 'refuses the win that was overtaken';
    if (round.isClosed && !isAwaited) return 'BET_SETTLED';
    for (const [, bet] of bets) if (bet.state === 'open') bet.state = 'settled';
    round.isClosed ||= isLast;
    this.#rounds.set(roundId, round);
    this.#wins.set(id, { roundId, payout: amount });
    return this.#give(amount);
  }

  #rollback(ref: string, amount: bigint | undefined): string | undefined {
    const bet = this.#bets.get(ref);
    const win = this.#wins.get(ref);
    const isPart = amount !== undefined && amount !== (bet?.stake ?? win?.payout ?? amount);
    if (isPart && this.#fault !== 'gives the whole back for a part') return 'TX_CONFLICT';
    if (win) {
      this.#correct(-win.payout);
      win.payout = 0n;
      const isWide = this.#fault === 'opens every bet when one win is taken back';
      for (const one of this.#bets.values()) if (isWide && one.roundId === win.roundId) one.state = 'open';
      return undefined;
    }
    if (!bet) {
      if (this.#fault !== 'forgets a rollback that came first') this.#buried.add(ref);
      return undefined;
    }
    if (bet.state === 'settled' && this.#fault !== 'rolls a settled bet back') return 'BET_SETTLED';
    if (bet.state === 'void' && this.#fault === 'refuses the second rollback') return 'BET_SETTLED';
    const isBack = bet.state === 'void' && this.#fault !== 'gives the stake back twice';
    if (!bet.isFree && !isBack) this.#give(bet.stake);
    bet.state = 'void';
    return undefined;
  }

  #adjust(ref: string, amount: bigint): string | undefined {
    const win = this.#wins.get(ref);
    if (!win) return 'BET_NOT_FOUND';
    this.#correct(this.#fault === 'pays a correction whole' ? amount : amount - win.payout);
    win.payout = amount;
    return undefined;
  }

  #correct(by: bigint): void {
    if (by >= 0n) return this.#give(by);
    const there = -by < this.#balance ? -by : this.#balance;
    this.#balance -= there;
    if (this.#fault !== 'owes nothing') this.#owed += -by - there;
    return undefined;
  }

  // ── a list ─────────────────────────────────────────────────────────────────────────────────────────────────────────────

  #betwin(body: Body): Reply {
    const parts = Array.isArray(body['transactions']) ? (body['transactions'] as Body[]) : [];
    if (!this.#sessions.has(word(body['token'])) && this.#fault !== 'asks for no session') {
      return say('INVALID_TOKEN');
    }
    const ids = parts.map((part) => word(part['txId']));
    const own = `betwin${JSON.stringify(parts)}${print(body, 'roundId', 'gameCode')}`;
    const known = ids.map((id) => this.#done.get(id));
    const [first] = known;
    if (first && known.every((done) => done?.print === own)) return say('OK', { ...first.reply, duplicate: true });
    if (known.some(Boolean) || new Set(ids).size < ids.length) return say('TX_CONFLICT');
    const before = this.#balance;
    for (const part of this.#inOrder(parts)) {
      const fields = { ...body, ...part, currency: 'THB' };
      const refusal = this.#executeBatch(word(part['operation']), fields, word(part['txId']));
      if (refusal === undefined) continue;
      if (this.#fault !== 'carries half a list out') this.#balance = before;
      return say(refusal, this.#balances(before));
    }
    const reply = { ...this.#balances(before), txId: ids.at(-1), walletTxId: `w-${ids.at(-1)}`, duplicate: false };
    for (const id of ids) this.#done.set(id, { print: own, reply });
    return say('OK', reply);
  }

  /** A wallet that sums the list first lets the payout pay for the stake. */
  #inOrder(parts: readonly Body[]): readonly Body[] {
    if (this.#fault !== 'pays a spin from its own win') return parts;
    const round = parts.find((part) => part['operation'] === 'win');
    if (round) this.#balance += partsOf(round['amount']) ?? 0n;
    return parts.filter((part) => part !== round);
  }
}
