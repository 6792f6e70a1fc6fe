// Asks the operator's wallet, over signed HTTP.
//
// Always true: an answer is either the wallet's word or nothing. A timeout, a broken connection, a 5xx, a
// refused signature, an unreadable body and TEMPORARY_ERROR are all "unanswered": whether money moved is
// not known, and only the same call with the same ids may find out. Nothing here retries.
//
// Elsewhere: what an answer means for a round (settlement.ts).

import { randomUUID } from 'node:crypto';

import { type Money, parseProviderAmount } from '@chaba/money';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import { signedHeaders } from '@chaba/sandbox-kit/signature';
import { z } from 'zod';

import { handedKey } from './keys.store.ts';
import { providerOf } from './providers.ts';

export type WalletOperation =
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

export type WalletResponse = {
  readonly code: string;
  readonly token?: string | undefined;
  readonly playerId?: string | undefined;
  readonly balance?: Money | undefined;
};

const ANSWER_DEADLINE_MS = 3_000;

const answerShape = z.looseObject({
  code: z.string(),
  token: z.string().optional(),
  playerId: z.string().optional(),
  balance: z.string().optional(),
  balanceAfter: z.string().optional(),
});

/** The wallet's answer, or undefined when there is none that can be trusted. */
export async function callWallet(
  { config, store }: Sandbox,
  operator: string,
  operation: WalletOperation,
  content: Readonly<Record<string, unknown>> & { readonly gameCode: string },
): Promise<WalletResponse | undefined> {
  const target = `/seamless/v1/${operation}`;
  const body = JSON.stringify({ requestId: randomUUID(), ...content });
  const { ch, keyPrefix } = providerOf(content.gameCode);
  const keyId = handedKey(store, operator, ch) ?? keyPrefix + operator;
  try {
    const response = await fetch(config.serverUrl + target, {
      method: 'POST',
      headers: {
        'content-type': 'application/json',
        ...signedHeaders(config.secrets, keyId, { method: 'POST', target, body }),
      },
      body,
      redirect: 'error',
      signal: AbortSignal.timeout(ANSWER_DEADLINE_MS),
    });
    if (response.status !== 200) {
      await response.body?.cancel();
      return undefined;
    }
    return readAnswer(await response.json());
  } catch {
    // The network or the deadline: the same as no answer.
    return undefined;
  }
}

function readAnswer(json: unknown): WalletResponse | undefined {
  const parsed = answerShape.safeParse(json);
  if (!parsed.success || parsed.data.code === 'TEMPORARY_ERROR') return undefined;
  const { code, token, playerId, balance, balanceAfter } = parsed.data;
  const amount = balanceAfter ?? balance;
  return { code, token, playerId, balance: amount === undefined ? undefined : parseProviderAmount(amount) };
}
