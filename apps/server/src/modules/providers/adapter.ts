// What a translator at the wallet's door is: another aggregator's words in, our ten operations, its words out.
//
// Always true: a translator decides nothing and moves nothing. It names the operations to ask for, one after the other, and says
// the answers in its own language; what is refused, replayed or held is the wallet's rule alone. Ids that another language uses
// twice (a bet and its win under one name) are made two by a prefix, always the same one, so that a repeat stays a repeat.
//
// Elsewhere: how to add one (docs/providers.md), the words that differ without a language of their own (wallet/profiles.ts).

import type { WalletResponse, WalletCode } from '@chaba/contract/seamless';

export type WalletOperation =
  | 'balance'
  | 'bet'
  | 'win'
  | 'betwin'
  | 'rollback'
  | 'adjust'
  | 'award'
  | 'tip'
  | 'endRound';

/** Asks the wallet; the seat of the player is added by whoever serves the translator. */
export type CallWallet = (
  operation: WalletOperation,
  body: Readonly<Record<string, unknown>>,
) => Promise<Partial<WalletResponse> & { readonly code: WalletCode }>;

/** A call as it stands now; buried: it was taken back before it came, and is refused for good. */
export type SeenCall = { readonly state: 'stands' | 'cancelled' | 'buried'; readonly refTxId: string };

/** Looks at all of these calls of a player at once: for languages that name a result again after it was taken back. */
export type LookAtCalls = (playerId: string, txIds: readonly string[]) => Promise<ReadonlyMap<string, SeenCall>>;

/** A request of the other language, already known to be authentic. */
export type Foreign = { readonly path: string; readonly body: unknown };

export type AggregatorAdapter = {
  /** The paths it understands. */
  readonly paths: readonly string[];
  translate(request: Foreign, callWallet: CallWallet, look: LookAtCalls): Promise<Readonly<Record<string, unknown>>>;
};

type Asked = Awaited<ReturnType<CallWallet>>;

/** Asks one after the other and stops at the first no. What was asked for before is repeated by the next try without effect. */
export async function callInSequence(
  callWallet: CallWallet,
  calls: readonly (readonly [WalletOperation, Readonly<Record<string, unknown>>])[],
): Promise<{ readonly first: Asked; readonly last: Asked; readonly isAllRepeated: boolean }> {
  const answers: Asked[] = [];
  for (const [operation, body] of calls) {
    const answer = await callWallet(operation, body);
    answers.push(answer);
    if (answer.code !== 'OK') break;
  }
  const none: Asked = { code: 'INVALID_REQUEST' };
  return {
    first: answers[0] ?? none,
    last: answers.at(-1) ?? none,
    isAllRepeated: answers.length > 0 && answers.every(({ duplicate }) => duplicate === true),
  };
}
