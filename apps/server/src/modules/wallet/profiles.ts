// What providers contradict each other about: the words of an answer, never the rule behind it. Plain data, a line a provider.
//
// Always true: a profile changes no money. Whatever it says, a rollback of an unknown bet leaves a tombstone, a settled bet stays
// settled, and a win above the cap is held.
//
// Elsewhere: the rule (wallet-rules.ts), caps and maintenance that an operator set (providers/provider-registry.ts), whole other languages (providers/).

import { baht, type Money } from '@chaba/money';

import type { WalletOutcome, WalletOutcomeCode, WalletCommand } from './commands.ts';

export type ProviderProfile = {
  /** Answer to the rollback of a bet that was never here. Some take a no for "nothing to do", some try for ever. */
  readonly rollbackOfUnknown: 'OK' | 'BET_NOT_FOUND';
  /** Answer to the rollback of a settled bet. Some stop at OK only; the money stays as it was either way. */
  readonly rollbackOfSettled: 'BET_SETTLED' | 'OK';
  /** Does the provider try a win again on BET_NOT_FOUND, or only on TEMPORARY_ERROR. */
  readonly retriesWinOn: 'BET_NOT_FOUND' | 'TEMPORARY_ERROR';
  /** What one win or prize may pay before a person looks at it. */
  readonly winCap: Money | undefined;
  /** Free rounds of a campaign come as wins that no bet went before. */
  readonly isFreeWithoutBet: boolean;
};

const usual: ProviderProfile = {
  rollbackOfUnknown: 'OK',
  rollbackOfSettled: 'BET_SETTLED',
  retriesWinOn: 'BET_NOT_FOUND',
  winCap: baht(1_000_000),
  isFreeWithoutBet: true,
};

const profiles: Readonly<Record<string, ProviderProfile>> = {
  'chaba-studio': { ...usual, isFreeWithoutBet: false },
  'phat-thong': { ...usual, isFreeWithoutBet: false },
  'sen-chao': { ...usual, isFreeWithoutBet: false },
  'pho-dam': { ...usual, isFreeWithoutBet: false },
  test: usual,
  // The Super API knows one code for "again": 50001. A missing bet is final for it.
  amb: { ...usual, rollbackOfUnknown: 'BET_NOT_FOUND', retriesWinOn: 'TEMPORARY_ERROR' },
  // Hub88 keeps rolling back until it hears RS_OK.
  hub88: { ...usual, rollbackOfSettled: 'OK', retriesWinOn: 'TEMPORARY_ERROR' },
};

export function profileOf(provider: string): ProviderProfile {
  return profiles[provider] ?? usual;
}

/** The provider's words for what was decided. */
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
