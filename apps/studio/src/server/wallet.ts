// Calls of the operator's wallet, over signed HTTP.
//
// Always true: the result is a response of the wallet or `undefined`. A timeout, a broken connection, a status other
// than 200, an unreadable body and TEMPORARY_ERROR are all "unanswered": whether money moved is unknown, and only the
// same call with the same ids decides it. This file makes one attempt.
//
// Elsewhere: transport and retries (@chaba/sandbox-kit/reliable-call), evaluation of responses (settlement.ts,
// tables/tickets.ts).

import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';

import { type Money, parseProviderAmount } from '@chaba/money';
import { postSigned } from '@chaba/sandbox-kit/reliable-call';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import { z } from 'zod';

import { type FaultProfile, NO_FAULTS } from './fault-injection.ts';
import { recordAcceptedCall, type SentContent } from './calls.ts';
import { findReceivedKey } from './keys.store.ts';
import { getProvider } from './providers.ts';
import type { StudioContext } from './studio-context.ts';

export type StudioWalletOperation =
  | 'authenticate'
  | 'balance'
  | 'bet'
  | 'win'
  | 'betwin'
  | 'rollback'
  | 'adjust'
  | 'award'
  | 'tip'
  | 'endRound';

export type StudioWalletResponse = {
  readonly code: string;
  readonly token?: string | undefined;
  readonly playerId?: string | undefined;
  readonly balance?: Money | undefined;
};

const ANSWER_DEADLINE_MS = 3_000;
/** Delays between attempts at a round or a ticket. */
export const RETRY_DELAYS = { firstMs: 500, longestMs: 30_000 };

const answerShape = z.looseObject({
  code: z.string(),
  token: z.string().optional(),
  playerId: z.string().optional(),
  balance: z.string().optional(),
  balanceAfter: z.string().optional(),
});

/** The response of the wallet, or undefined if the call is unanswered. */
export async function callWallet(
  { config, store }: Sandbox,
  operator: string,
  operation: StudioWalletOperation,
  content: Readonly<Record<string, unknown>> & { readonly gameCode: string },
): Promise<StudioWalletResponse | undefined> {
  const target = `/seamless/v1/${operation}`;
  const body = JSON.stringify({ requestId: randomUUID(), ...content });
  const { ch, keyPrefix } = getProvider(content.gameCode);
  const keyId = findReceivedKey(store, operator, ch) ?? keyPrefix + operator;
  const response = await postSigned(config, { keyId, target, body, timeoutMs: ANSWER_DEADLINE_MS });
  return response?.status === 200 ? readAnswer(response.text) : undefined;
}

/**
 * Sends a call of a round or a ticket with its injected faults and records it when the wallet accepted it. Idempotent,
 * because the content contains the transaction ids.
 */
export async function moveMoney(
  studio: StudioContext,
  operator: string,
  operation: StudioWalletOperation,
  content: SentContent,
  profile: FaultProfile = NO_FAULTS,
): Promise<StudioWalletResponse | undefined> {
  if (profile.delayMs > 0) await sleep(profile.delayMs);
  const send = () => callWallet(studio, operator, operation, content);
  const copies = Array.from({ length: profile.copies }, send);
  const answer = await send();
  await Promise.all(copies);
  if (studio.behaviour.consumeLostResponse()) return undefined;
  if (answer?.code === 'OK') recordAcceptedCall(studio.store, operator, operation, content);
  return answer;
}

function readAnswer(text: string): StudioWalletResponse | undefined {
  const parsed = answerShape.safeParse(parseJson(text));
  if (!parsed.success || parsed.data.code === 'TEMPORARY_ERROR') return undefined;
  const { code, token, playerId, balance, balanceAfter } = parsed.data;
  const amount = balanceAfter ?? balance;
  return { code, token, playerId, balance: amount === undefined ? undefined : parseProviderAmount(amount) };
}

function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
