// Certification of the wallet in the protocol of an aggregator: amounts finer than the wallet's unit, other currencies,
// authentication, and requests that are rejected for good.
//
//     scenario ─▶ steps ─▶ request of the aggregator ─▶ expected code and change of the balance
//
// Always true: a scenario is data, and the balance is read before and after each of its steps. The player has opened a
// game of the aggregator within a day. Where the aggregator reports balances in a coarser unit than the wallet's, a
// step moves whole units as the sum of many amounts, so that a wrong rounding is visible.
//
// Elsewhere: the run (certify.ts), scenarios of our protocol (scenarios/), the command (main.ts).

import { randomUUID } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';

import { ExpectationError } from '#certify/scenario-context';
import { type Key, postRaw, type SignedResponse } from '#certify/wire';

type Fields = Readonly<Record<string, unknown>>;

export type AggregatorStep = {
  readonly path: string;
  /** The fields of the request that differ from a usual one. */
  readonly fields: Fields;
  readonly code: string | number;
  /** Change of the balance in the aggregator's unit; 0 by default. */
  readonly moved?: number;
  /** The HTTP status; 200 by default. */
  readonly status?: number;
  /** Another word than the usual one before the credentials. */
  readonly scheme?: string;
  /** Whether the signature or secret is a wrong one. */
  readonly isForged?: boolean;
  /** Text in the body of a request that the wallet rejects for good and keeps for the operators. */
  readonly refused?: string;
};

export type AggregatorScenario = {
  /** Short and stable, such as AMB-03. */
  readonly id: string;
  readonly rule: string;
  /** `name`: the id of this word in this run. */
  readonly listSteps: (name: (word: string) => string) => readonly AggregatorStep[];
};

export type AggregatorRequest = {
  readonly path: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly raw: string;
};

export type AggregatorTarget = {
  readonly url: string;
  readonly key: Key;
  readonly playerId: string;
  /** A slot of the aggregator. */
  readonly slot: string;
  /** PEM, for protocols that sign with it. */
  readonly privateKey?: string;
  /** Default: HTTP. */
  readonly send?: (request: AggregatorRequest) => Promise<SignedResponse>;
};

export type Aggregator = {
  /** The code of a fault or a deadline, after which the request is sent again. */
  readonly temporary: string | number;
  /** The code of an accepted request that was applied before. */
  readonly repeated: string | number;
  readonly scenarios: readonly AggregatorScenario[];
  /** The query of the balance. */
  readonly balance: AggregatorStep;
  toRequest(step: AggregatorStep, target: AggregatorTarget): AggregatorRequest;
  getCode(body: Fields): unknown;
  /** The balance in the aggregator's unit. */
  getBalance(body: Fields): number;
};

/** `isRetry`: the wallet had no result for an earlier attempt, which it may have applied. */
type Sent = SignedResponse & { readonly isRetry: boolean };

const ATTEMPTS_MAX = 60;
const ATTEMPT_PAUSE_MS = 1_000;

/** Plays the steps of a scenario; returns the texts of its requests that the wallet rejected for good. */
export async function playSteps(
  aggregator: Aggregator,
  target: AggregatorTarget,
  scenario: AggregatorScenario,
): Promise<readonly string[]> {
  const run = randomUUID().slice(0, 13);
  let balance = await loadBalance(aggregator, target);
  const refused: string[] = [];
  for (const [index, step] of scenario.listSteps((word) => `${word}-${run}`).entries()) {
    const place = `step ${index + 1}, ${step.path}`;
    expectResponse(aggregator, step, await send(aggregator, target, step), place);
    const after = await loadBalance(aggregator, target);
    const expected = step.moved ?? 0;
    if (after - balance !== expected) {
      throw new ExpectationError(
        `${place}: expected the balance to change by ${expected}, changed by ${after - balance}`,
      );
    }
    balance = after;
    if (step.refused !== undefined) refused.push(step.refused);
  }
  return refused;
}

async function loadBalance(aggregator: Aggregator, target: AggregatorTarget): Promise<number> {
  const response = await send(aggregator, target, aggregator.balance);
  expectResponse(aggregator, aggregator.balance, response, aggregator.balance.path);
  const balance = aggregator.getBalance(response.body);
  if (Number.isSafeInteger(balance)) return balance;
  throw new ExpectationError(`${aggregator.balance.path}: expected a balance, got ${JSON.stringify(response.body)}`);
}

/** Sends a request, and sends it again while the wallet has no result, as the protocols define it. */
async function send(aggregator: Aggregator, target: AggregatorTarget, step: AggregatorStep): Promise<Sent> {
  const request = aggregator.toRequest(step, target);
  for (let attempt = 1; ; attempt += 1) {
    const response = await (target.send ? target.send(request) : postRaw(target.url, request));
    const isTemporary = response.status >= 500 || aggregator.getCode(response.body) === aggregator.temporary;
    if (!isTemporary || attempt === ATTEMPTS_MAX) return { ...response, isRetry: attempt > 1 };
    await pause(ATTEMPT_PAUSE_MS);
  }
}

function expectResponse(aggregator: Aggregator, step: AggregatorStep, answer: Sent, place: string): void {
  const { status = 200, code } = step;
  const found = aggregator.getCode(answer.body);
  const isRepeated = answer.isRetry && code === aggregator.balance.code && found === aggregator.repeated;
  if (answer.status === status && (found === code || isRepeated)) return;
  const given = `HTTP ${answer.status} ${found === undefined ? '(no code)' : JSON.stringify(found)}`;
  throw new ExpectationError(`${place}: expected HTTP ${status} ${JSON.stringify(code)}, got ${given}`);
}
