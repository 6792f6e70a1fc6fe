// The load of a soak: bets and wins of a provider, and readings of members, through the edge at a fixed rate or as fast
// as they are answered. In the process of the soak, so that faults and answers share one clock.
//
// Always true: a paced call is timed from the moment when it was due, so a slow moment shows in every call that it
// delays. A wallet call without an OK is sent again with the same id, as a provider does, and counts as one failure.

import http from 'node:http';
import { setTimeout as sleep } from 'node:timers/promises';

import { createSignedHeaders } from '#server/core/signature';

import { formatPlayerId } from '#bench/players';

export type CallKind = 'wallet' | 'member';
export type Failure = { readonly at: number; readonly kind: CallKind; readonly what: string };
/** Times of the calls that ended in one slot of the run. */
export type SlotTimes = Readonly<Record<CallKind, number[]>>;

export type SoakTarget = {
  readonly port: number;
  readonly members: number;
  readonly getToken: (place: number) => string;
  /** Sessions of members that read. */
  readonly readers: readonly { readonly apiKey: string; readonly token: string }[];
};
export type LoadOrder = {
  readonly connections: number;
  /** Calls a second; undefined: as fast as they are answered. */
  readonly rate: number | undefined;
  readonly isOver: () => boolean;
  readonly onAnswer: (kind: CallKind, ms: number) => void;
  readonly onFailure: (failure: Failure) => void;
};
/** `acknowledged`: wallet calls that were answered OK, each counted once. */
export type LoadTotals = { readonly calls: number; readonly acknowledged: number };

const PAGES = [
  '/user-profile-composite/v1/profile/balance',
  '/user-profile-composite/v1/history/transfer',
  '/user-profile-composite/v1/profile/balance',
  '/v2/prefix',
  '/',
];
/** Of ten calls two are of members. */
const CALLS_A_TURN = 10;
const READS_A_TURN = 2;
const REPEAT_MS = 200;
const LAST_TRIES = 50;
const AWARD = '1000.0000';
const ANSWER_WITHIN_MS = 10_000;

let runs = 0;

export async function runSoakLoad(target: SoakTarget, order: LoadOrder): Promise<LoadTotals> {
  runs += 1;
  const run = `${process.pid}-${runs}`;
  const startedAt = performance.now();
  const totals = { calls: 0, acknowledged: 0 };
  const runConnection = async (place: number): Promise<void> => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const connection = new SoakConnection({ target, agent, name: `${run}-${place}` });
    for (let turn = 0; !order.isOver(); turn += 1) {
      const dueAt =
        order.rate === undefined
          ? performance.now()
          : startedAt + ((turn * order.connections + place) * 1_000) / order.rate;
      const wait = dueAt - performance.now();
      if (wait > 1) await sleep(wait);
      // Connections read at different moments.
      const isRead = (turn + place) % CALLS_A_TURN < READS_A_TURN;
      if (isRead) {
        await connection.read(order, dueAt, turn + place);
      } else {
        const isAcknowledged = await connection.play(order, dueAt);
        if (isAcknowledged) totals.acknowledged += 1;
      }
      totals.calls += 1;
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: order.connections }, (_, place) => runConnection(place)));
  return totals;
}

/** Gives every player money by an award of the provider, so that the audit can follow every baht. */
export async function fundPlayers(target: SoakTarget, connections: number): Promise<number> {
  let next = 0;
  const fund = async (): Promise<void> => {
    const agent = new http.Agent({ keepAlive: true, maxSockets: 1 });
    const connection = new SoakConnection({ target, agent, name: 'fund' });
    while (next < target.members) {
      next += 1;
      await connection.award(next - 1);
    }
    agent.destroy();
  };
  await Promise.all(Array.from({ length: connections }, fund));
  return target.members;
}

type Connection = {
  readonly target: SoakTarget;
  readonly agent: http.Agent;
  readonly name: string;
};

class SoakConnection {
  readonly #own: Connection;
  #step = 0;
  #player = 0;

  constructor(own: Connection) {
    this.#own = own;
  }

  async award(player: number): Promise<void> {
    const playerId = formatPlayerId(player);
    const ids = { requestId: playerId, playerId, txId: `award-${playerId}` };
    const body = { ...ids, kind: 'tournament', amount: AWARD, currency: 'THB' };
    const answer = await this.#post('/seamless/v1/award', JSON.stringify(body));
    if (answer !== 'OK') throw new Error(`the award of ${playerId} was answered ${answer}`);
  }

  /** The next bet, or the win of the last one. Returns whether it was acknowledged. */
  async play(order: LoadOrder, dueAt: number): Promise<boolean> {
    const { target, name } = this.#own;
    const isBet = this.#step % 2 === 0;
    if (isBet) this.#player = Math.floor(Math.random() * target.members);
    const roundId = `${name}-${this.#step >> 1}`;
    this.#step += 1;
    const bet = `${roundId}b`;
    const ids = isBet ? { txId: bet } : { txId: `${roundId}w`, refTxId: bet, roundClosed: true };
    const body = {
      requestId: roundId,
      playerId: formatPlayerId(this.#player),
      token: target.getToken(this.#player),
      gameCode: 'test-slot',
      roundId,
      ...ids,
      amount: '1.0000',
      currency: 'THB',
    };
    // A call of the last moment is repeated, too: without an answer it may be written or not.
    for (let triesLeft = LAST_TRIES; ; triesLeft -= order.isOver() ? 1 : 0) {
      const answer = await this.#post(`/seamless/v1/${isBet ? 'bet' : 'win'}`, JSON.stringify(body));
      order.onAnswer('wallet', performance.now() - dueAt);
      if (answer === 'OK') return true;
      order.onFailure({ at: performance.now(), kind: 'wallet', what: answer });
      if (triesLeft === 0) return false;
      await sleep(REPEAT_MS);
    }
  }

  async read(order: LoadOrder, dueAt: number, turn: number): Promise<void> {
    const { target } = this.#own;
    const reader = target.readers[turn % target.readers.length];
    const page = PAGES[turn % PAGES.length] ?? '/';
    const headers = { 'api-key': reader?.apiKey ?? '', 'api-auth': reader?.token ?? '' };
    const { status, text } = await this.#send(page, { method: 'GET', headers });
    order.onAnswer('member', performance.now() - dueAt);
    if (status !== 200) order.onFailure({ at: performance.now(), kind: 'member', what: `${page} ${status || text}` });
  }

  async #post(target: string, body: string): Promise<string> {
    const signed = createSignedHeaders('test-key', 'test-secret', { method: 'POST', target, body });
    const headers = { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body), ...signed };
    const { status, text } = await this.#send(target, { method: 'POST', headers, body });
    if (status !== 200) return String(status || text);
    return /"code":"(\w+)"/.exec(text)?.[1] ?? 'no code';
  }

  /** Status 0: no answer, and `text` states why. */
  #send(
    target: string,
    { method, headers, body }: { method: string; headers: http.OutgoingHttpHeaders; body?: string },
  ): Promise<{ readonly status: number; readonly text: string }> {
    const { agent, target: to } = this.#own;
    return new Promise((resolve) => {
      const fail = (error: Error): void => resolve({ status: 0, text: error.message });
      const options = {
        host: '127.0.0.1',
        port: to.port,
        path: target,
        method,
        headers,
        agent,
        timeout: ANSWER_WITHIN_MS,
      };
      const request = http.request(options, (response) => {
        let text = '';
        response.setEncoding('utf8').on('data', (part: string) => (text += part));
        response.once('end', () => resolve({ status: response.statusCode ?? 0, text }));
        response.once('error', fail);
      });
      request.once('timeout', () => request.destroy(new Error('no answer')));
      request.once('error', fail);
      request.end(body);
    });
  }
}
