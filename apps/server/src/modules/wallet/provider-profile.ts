// Provider profiles: the response codes and limits in which providers differ.
//
// Always true: a profile changes no money. In every profile a rollback of an unknown bet writes a tombstone, a settled
// bet stays settled, and a win above the cap is held.
//
// Elsewhere: the rules (wallet-rules.ts), the profile of each protocol (providers), caps of an operator
// (providers/registry.ts).

import { baht, type Money } from '@chaba/money';

import type { WalletCommand, WalletOutcome, WalletOutcomeCode } from '#modules/wallet-commands';

export type ProviderProfile = {
  /** Response to the rollback of an unknown bet. Some providers stop at BET_NOT_FOUND, some retry until OK. */
  readonly rollbackOfUnknown: 'OK' | 'BET_NOT_FOUND';
  /** Response to the rollback of a settled bet. Some providers stop at OK only; the money stays in both cases. */
  readonly rollbackOfSettled: 'BET_SETTLED' | 'OK';
  /** The code on which the provider retries a win whose bet is unknown. */
  readonly retriesWinOn: 'BET_NOT_FOUND' | 'TEMPORARY_ERROR';
  /** A single win or prize above this amount is held. */
  readonly winCap: Money | undefined;
  /** Free rounds of a campaign arrive as wins without a bet. */
  readonly isFreeWithoutBet: boolean;
};

export const usualProfile: ProviderProfile = {
  rollbackOfUnknown: 'OK',
  rollbackOfSettled: 'BET_SETTLED',
  retriesWinOn: 'BET_NOT_FOUND',
  winCap: baht(1_000_000),
  isFreeWithoutBet: true,
};

/** The code of an outcome as the provider expects it. */
export function toProviderCode(
  profile: ProviderProfile,
  command: WalletCommand,
  { code, isOfUnknown }: WalletOutcome,
): WalletOutcomeCode | 'TEMPORARY_ERROR' {
  if (command.operation === 'rollback') {
    if (code === 'OK' && isOfUnknown === true) return profile.rollbackOfUnknown;
    return code === 'BET_SETTLED' ? profile.rollbackOfSettled : code;
  }
  return command.operation === 'play' && code === 'BET_NOT_FOUND' ? profile.retriesWinOn : code;
}
