// The provider `test` for journeys: rounds over the wallet routes, signed with the fixed key of play mode.
//
// Always true: a call that the server gave up is repeated with its transaction id, as a provider does.

import assert from 'node:assert/strict';
import { createHmac } from 'node:crypto';

import { repeatWalletCall } from '#testing/product/repeat-wallet-call';

import type { Product } from './product.ts';

type TestGameSession = {
  readonly playerId: unknown;
  readonly token: unknown;
  readonly gameCode: string;
  readonly currency: 'THB';
};

/** Launches the provider's slot for the member of this session and exchanges the launch token. */
export async function authenticateSession(product: Product, sessionToken: string): Promise<TestGameSession> {
  // A launch token is good for one call, which may have been applied when it was given up: each repetition launches.
  const { answer } = await repeatWalletCall(async () => {
    const launched = await fetch(`${product.url}/game-composite/v1/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': 'chaba-sandbox', 'api-auth': sessionToken },
      body: JSON.stringify({ ch: 'test', gameType: 'EGAMES', gameCode: 'test-slot' }),
    });
    const { data } = (await launched.json()) as { data: { launchToken: string } };
    return callWallet(product, 'authenticate', { token: data.launchToken });
  });
  const { code, playerId, token } = answer;
  assert.equal(code, 'OK');
  return { playerId, token, gameCode: 'test-slot', currency: 'THB' };
}

type Staked = { readonly roundId: string; readonly stake: string };
type Settled = { readonly roundId: string; readonly payout: string; readonly validBet?: string };

/** Plays one round: a bet and its win, which closes it. */
export async function playRound(
  product: Product,
  gameSession: TestGameSession,
  round: Staked & Settled,
): Promise<void> {
  await openRound(product, gameSession, round);
  await closeRound(product, gameSession, round);
}

/** Places a bet without a result. */
export async function openRound(
  product: Product,
  gameSession: TestGameSession,
  { roundId, stake }: Staked,
): Promise<void> {
  const bet = { ...gameSession, roundId, txId: `${roundId}-bet`, amount: stake };
  const { answer } = await repeatWalletCall(() => callWallet(product, 'bet', bet));
  assert.equal(answer['code'], 'OK');
}

/** Sends the result of an open round. */
export async function closeRound(
  product: Product,
  gameSession: TestGameSession,
  { roundId, payout, validBet }: Settled,
): Promise<void> {
  const counted = validBet === undefined ? {} : { validBet };
  const win = { ...gameSession, roundId, txId: `${roundId}-win`, amount: payout, roundClosed: true, ...counted };
  const { answer } = await repeatWalletCall(() => callWallet(product, 'win', win));
  assert.equal(answer['code'], 'OK');
}

/** Returns a wallet request of the provider `test`, signed now. */
export function signWalletCall(
  operation: string,
  body: Readonly<Record<string, unknown>>,
): { readonly target: string; readonly raw: string; readonly headers: Readonly<Record<string, string>> } {
  const target = `/seamless/v1/${operation}`;
  const raw = JSON.stringify(body);
  const timestamp = String(Date.now());
  const signed = `${timestamp}\nPOST\n${target}\n${raw}`;
  const headers = {
    'content-type': 'application/json',
    'x-key-id': 'test-key',
    'x-timestamp': timestamp,
    'x-signature': createHmac('sha256', 'test-secret').update(signed).digest('base64'),
  };
  return { target, raw, headers };
}

async function callWallet(
  product: Product,
  operation: string,
  body: Readonly<Record<string, unknown>>,
): Promise<Readonly<Record<string, unknown>>> {
  const { target, raw, headers } = signWalletCall(operation, body);
  const response = await fetch(`${product.url}${target}`, { method: 'POST', headers, body: raw });
  return (await response.json()) as Readonly<Record<string, unknown>>;
}
