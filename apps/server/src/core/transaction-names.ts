// Names of wallet transactions and rounds, and their keys: an id is unique for its provider and player.

import { hash } from 'node:crypto';

export type TransactionName = { readonly provider: string; readonly memberId: bigint; readonly txId: string };
export type RoundName = { readonly provider: string; readonly memberId: bigint; readonly roundId: string };

export const toTransactionKey = (provider: string, memberId: bigint, txId: string): string =>
  `${provider}|${memberId}|${txId}`;
export const toRoundKey = (provider: string, memberId: bigint, roundId: string): string =>
  `${provider}|${memberId}|${roundId}`;

/** 128 bits of the SHA-256 of provider, player and id: the unique key of a transaction. */
export function toTransactionHash({ provider, memberId, txId }: TransactionName): string {
  return hash('sha256', toTransactionKey(provider, memberId, txId)).slice(0, 32);
}
