// A small HTTP wallet for the tests of the studio: one currency, balances in memory.
//
// The wallet implements the protocol rules that concern a studio (signatures, one effect per transaction id, stored
// responses, tombstones) and can lose responses, delay them, or be down.
//
// Always true: faults occur after the money moved unless the wallet is down, which is the ambiguous case for a studio.

import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Money, money, parseProviderAmount, formatProviderAmount, zeroMoney } from '@chaba/money';
import { signerOf } from '@chaba/sandbox-kit/signature';

type Answer = { code: string; [field: string]: unknown };
type Body = Record<string, unknown>;

export type FakeWallet = {
  readonly url: string;
  /** The keys that calls were signed with. */
  readonly keyIds: string[];
  readonly calls: { operation: string; body: Body; answer: Answer }[];
  /** Faults of the next calls; each is used once, in order. */
  readonly faults: ('none' | 'lost' | 'down' | 'refuseSignature' | { heldUntil: Promise<void> } | { refuse: string })[];
  balanceOf(playerId: string): Money;
  setBalance(playerId: string, balance: Money): void;
  /** Creates a launch token for a player, valid once. */
  launch(playerId: string): string;
  refuseBetsWith(code: string | undefined): void;
  /** Delays each answer from now on, in milliseconds. */
  setDelay(ms: number): void;
  close(): Promise<void>;
};

export async function startFakeWallet(secret: string, port = 0): Promise<FakeWallet> {
  const ledger = new FakeLedger();
  const keyIds: string[] = [];
  const calls: FakeWallet['calls'] = [];
  const faults: FakeWallet['faults'] = [];
  let delayMs = 0;

  const server = createServer((request, response) => {
    void serve(request, response, async (operation, body) => {
      const fault = operation === 'authenticate' ? undefined : faults.shift();
      if (fault === 'down' || fault === 'refuseSignature') return fault;
      const isRefused = typeof fault === 'object' && 'refuse' in fault;
      if (delayMs > 0) await sleep(delayMs);
      const answer = isRefused ? { code: fault.refuse } : ledger.answer(operation, body);
      calls.push({ operation, body, answer });
      if (typeof fault === 'object' && 'heldUntil' in fault) await fault.heldUntil;
      return fault === 'lost' ? 'lost' : answer;
    });
  });

  async function serve(
    request: IncomingMessage,
    response: ServerResponse,
    work: (operation: string, body: Body) => Promise<Answer | 'lost' | 'down' | 'refuseSignature'>,
  ): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const raw = Buffer.concat(chunks);
    const target = request.url ?? '';
    const signer = signerOf({ bank: secret, studio: secret }, request.headers, { method: 'POST', target, body: raw });
    keyIds.push(signer ?? '');
    const operation = /^\/seamless\/v1\/(\w+)$/.exec(target)?.[1];
    if (!/^[a-z-]+-/.test(signer ?? '') || operation === undefined) {
      response.writeHead(401).end(JSON.stringify({ code: 'INVALID_SIGNATURE' }));
      return;
    }
    const outcome = await work(operation, JSON.parse(raw.toString('utf8')) as Body);
    if (outcome === 'lost') request.socket.destroy();
    else if (outcome === 'down') response.writeHead(503).end('down');
    else if (outcome === 'refuseSignature') response.writeHead(401).end('{}');
    else response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(outcome));
  }

  await listen(server, port);
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    calls,
    keyIds,
    faults,
    balanceOf: (playerId) => ledger.balanceOf(playerId),
    setBalance: (playerId, balance) => ledger.setBalance(playerId, balance),
    launch: (playerId) => ledger.launch(playerId),
    refuseBetsWith: (code) => ledger.refuseBetsWith(code),
    setDelay: (ms) => (delayMs = ms),
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

class FakeLedger {
  #balances = new Map<string, Money>();
  #launches = new Map<string, string>();
  #tokens = new Map<string, string>();
  #answers = new Map<string, { print: string; answer: Answer }>();
  #bets = new Map<string, 'open' | 'settled' | 'cancelled'>();
  #amounts = new Map<string, Money>();
  #refusal: string | undefined;

  balanceOf(playerId: string): Money {
    return this.#balances.get(playerId) ?? zeroMoney;
  }

  setBalance(playerId: string, balance: Money): void {
    this.#balances.set(playerId, balance);
  }

  launch(playerId: string): string {
    const token = `launch-${this.#launches.size + this.#tokens.size}-${playerId}`;
    this.#launches.set(token, playerId);
    return token;
  }

  refuseBetsWith(code: string | undefined): void {
    this.#refusal = code;
  }

  answer(operation: string, body: Body): Answer {
    if (operation === 'authenticate') return this.#authenticate(String(body['token']));
    const playerId = String(body['playerId']);
    if (operation === 'balance') return { code: 'OK', balance: formatProviderAmount(this.balanceOf(playerId)) };
    const parts = operation === 'betwin' ? (body['transactions'] as Body[]) : [{ ...body, operation }];
    const print = JSON.stringify(parts.map((part) => [part['operation'], part['txId'], part['amount']]));
    const first = String(parts[0]?.['txId']);

    const stored = this.#answers.get(first);
    if (stored && stored.print !== print) return { code: 'TX_CONFLICT' };
    if (stored) return { ...stored.answer, duplicate: true };
    const answer = this.#move(playerId, parts);
    if (answer.code === 'OK') this.#answers.set(first, { print, answer });
    return answer;
  }

  #authenticate(launchToken: string): Answer {
    const playerId = this.#launches.get(launchToken);
    if (playerId === undefined) return { code: 'INVALID_TOKEN' };
    this.#launches.delete(launchToken);
    const token = `session-${launchToken}`;
    this.#tokens.set(token, playerId);
    return { code: 'OK', token, playerId, currency: 'THB', balance: formatProviderAmount(this.balanceOf(playerId)) };
  }

  #move(playerId: string, parts: readonly Body[]): Answer {
    let balance = this.balanceOf(playerId);
    for (const part of parts) {
      const txId = String(part['txId']);
      const refTxId = String(part['refTxId']);
      const isGranted = part['operation'] === 'bet' && part['isFree'] === true;
      const amount = isGranted ? zeroMoney : (parseProviderAmount(String(part['amount'])) ?? zeroMoney);
      const state = this.#bets.get(part['operation'] === 'bet' ? txId : refTxId);
      switch (part['operation']) {
        case 'bet':
          if (state === 'cancelled') return { code: 'TX_ROLLED_BACK' };
          if (this.#refusal !== undefined) return { code: this.#refusal };
          if (balance < amount) return { code: 'INSUFFICIENT_FUNDS', balance: formatProviderAmount(balance) };
          balance = money(balance - amount);
          this.#bets.set(txId, 'open');
          this.#amounts.set(txId, amount);
          break;
        case 'win':
          if (state === 'cancelled') return { code: 'TX_ROLLED_BACK' };
          if (state === undefined) return { code: 'BET_NOT_FOUND' };
          balance = money(balance + amount);
          this.#bets.set(refTxId, 'settled');
          break;
        default:
          if (state === 'settled') return { code: 'BET_SETTLED' };
          if (state === 'open') balance = money(balance + (this.#amounts.get(refTxId) ?? zeroMoney));
          this.#bets.set(refTxId, 'cancelled');
      }
    }
    this.#balances.set(playerId, balance);
    return { code: 'OK', balanceAfter: formatProviderAmount(balance), currency: 'THB', duplicate: false };
  }
}

async function listen(server: Server, port: number): Promise<void> {
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
}
