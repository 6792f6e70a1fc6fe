// Requests of providers, and the wallet that carries them out. Types only.
//
// Elsewhere: commands, which requests become (commands.ts), the wallet (wallet.ts).

import type { Money } from '@chaba/money';

import type { Site } from '#modules/site';
import type {
  Adjust,
  AwardTip,
  BetWin,
  EndRound,
  Rollback,
  WalletOutcome,
  WalletOutcomeCode,
} from '#modules/wallet-commands';
import type { SessionErrorCode } from '#modules/game-sessions';
import type { ProviderProfile } from './provider-profile.ts';

/** The provider that sends a request, as it is set up at the site. */
export type Caller = {
  readonly site: Site;
  readonly provider: string;
  readonly isOpen: boolean;
  readonly winCap: Money | undefined;
  readonly profile: ProviderProfile;
  /** The protocol has no session tokens: a game that the player opened within a day is the session. */
  readonly isSessionByPlayer: boolean;
};

type Resolved =
  | 'provider'
  | 'memberId'
  | 'catalogue'
  | 'stakeError'
  | 'sessionStartedAt'
  | 'winCap'
  | 'isTable'
  | 'isFreeWithoutBet';
type RequestOf<Command> = Omit<Command, Resolved> & {
  readonly playerId: string;
  readonly token?: string | undefined;
  readonly currency?: string | undefined;
};
/** A command as a provider sends it: the wallet adds the member, the session and the provider's settings. */
export type WalletRequest =
  | RequestOf<BetWin>
  | RequestOf<Rollback>
  | RequestOf<Adjust>
  | RequestOf<AwardTip>
  | RequestOf<EndRound>;

export type WalletResult =
  | { readonly code: 'PLAYER_NOT_FOUND' | 'WRONG_CURRENCY' | 'INVALID_GAME'; readonly outcome?: undefined }
  | { readonly code: WalletOutcomeCode | 'TEMPORARY_ERROR'; readonly outcome: WalletOutcome };

export type SeamlessWallet = {
  /** Exchanges a launch token for a session. */
  authenticate(
    caller: Caller,
    launchToken: string,
  ): Promise<{ readonly token: string; readonly playerId: string; readonly balance: Money } | SessionErrorCode>;
  /** The playable balance; undefined: the player is unknown. */
  loadBalance(caller: Caller, playerId: string): Promise<Money | undefined>;
  submit(caller: Caller, request: WalletRequest): Promise<WalletResult>;
};
