// A game provider with its own books: it plays every kind of round over the unreliable network, retries until it has a
// response, and rolls back uncertain bets.
//
// Always true: at the end the provider has a definite result for each request. Each bet is accepted or rolled back and
// each payout is accepted, and free spins that nobody played wait; the wallet is compared with these results.
//
// Elsewhere: the network (network.ts), the comparison (simulation.ts).

import { type Money, zeroMoney } from '@chaba/money';
import { createStandardCatalogue } from '@chaba/server/modules/catalogue';
import type { WalletOutcome, WalletCommand, BetWinItem } from '@chaba/server/modules/wallet-commands';

import type { SeededRandom } from '#testing/seeded-random';
import type { Network } from './network.ts';

const CATALOGUE = createStandardCatalogue('default');

const PROVIDER = 'test';
const RETRY_AFTER = 12;
const BET_TRIES = 3;
const FREE_STAKE = 1_000n as Money;
/** Payouts above this amount are held until an operator releases them; about one of five is. */
export const WIN_CAP = 200_000n as Money;

/** The provider's definite results at the end of the run. */
export type ProviderRecords = {
  /** Net amount of accepted transactions, by player. */
  readonly moved: Map<bigint, bigint>;
  /** Turnover of accepted bets, by player. */
  readonly turnover: Map<bigint, bigint>;
  /** Rounds that granted free spins, by id. */
  readonly features: Map<string, GrantedSpins>;
  readonly wrongs: string[];
};

/** `waiting`: the stated number of free spins. */
export type GrantedSpins = {
  readonly memberId: bigint;
  readonly roundId: string;
  readonly isOpen: boolean;
  readonly waiting: number;
};

/** The forms in which a provider states waiting free spins (docs/providers.md). */
const FEATURE_FORMS = ['an end with a number', 'a number without an end', 'a round without an end'] as const;
type FeatureForm = (typeof FEATURE_FORMS)[number];
type RoundEnd = Pick<Play, 'isRoundClosed' | 'freeSpins'>;

function stateSpins(form: FeatureForm, waiting: number): RoundEnd {
  if (form === 'an end with a number') return { isRoundClosed: true, freeSpins: waiting };
  const isRoundClosed = waiting === 0;
  return form === 'a round without an end' || isRoundClosed ? { isRoundClosed } : { isRoundClosed, freeSpins: waiting };
}

type Play = WalletCommand & { operation: 'play' };

export class SimulatedProvider {
  readonly belief: ProviderRecords = { moved: new Map(), turnover: new Map(), features: new Map(), wrongs: [] };
  readonly #chance: SeededRandom;
  readonly #network: Network;
  #ids = 0;

  constructor(random: SeededRandom, network: Network) {
    this.#chance = random;
    this.#network = network;
  }

  /** Starts a round of a random kind for the player. */
  play(memberId: bigint): void {
    const roundId = this.#id('r');
    const kind = this.#chance.next();
    if (kind < 0.12) this.#feature(memberId, roundId);
    else if (kind < 0.32) this.#betThenWin(memberId, roundId);
    else if (kind < 0.37) this.#resultsAtOnce(memberId, roundId);
    else if (kind < 0.4) this.#stakeAnew(memberId, roundId);
    else if (kind < 0.45) this.#overtakenBet(memberId, roundId);
    else if (kind < 0.6) this.#twoBets(memberId, roundId);
    else if (kind < 0.75) this.#spin(memberId, roundId);
    else if (kind < 0.85) this.#placeAndRollBack(memberId, roundId);
    else if (kind < 0.9) this.#winRolledBack(memberId, roundId);
    else if (kind < 0.93) this.#winAfterRollback(memberId, roundId);
    else if (kind < 0.96) this.#corrected(memberId, roundId);
    else if (kind < 0.98) this.#gift(memberId);
    else if (kind < 0.99) this.#conflict(memberId, roundId);
    else this.#overtakenBet(memberId, roundId);
  }

  // ── kinds of rounds ────────────────────────────────────────────────────────────────────────────────────────────────

  #betThenWin(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    this.#stake(bet, () => this.#settle(bet, this.#payout(), true));
  }

  /** A round that grants free spins and stays open for them, in each form of a provider. */
  #feature(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    const waiting = this.#chance.whole(1, 4);
    const form = this.#chance.pick(FEATURE_FORMS);
    const payout = this.#payout();
    const play = (): void => this.#playSpins(bet, form, waiting);
    const stated = stateSpins(form, waiting);
    if (this.#chance.is(0.5)) return this.#resultWithBet(bet, { ...stated, payout, onAccepted: play });
    const win = { ...this.#winOf(bet, payout, false), ...stated };
    // Some granting results are cancelled, and their spins with them.
    const undo = this.#rollbackOf(memberId, roundId, win.parts[0]?.txId ?? '');
    const isCancelled = this.#chance.is(0.2);
    this.#stake(bet, () =>
      this.#untilOk(win, () => {
        if (isCancelled) {
          return this.#untilOk(undo, () =>
            this.#settle(bet, this.#payout(), true, () => this.#noteSpins(bet, form, 0)),
          );
        }
        this.#count(bet, payout, stakeOf(bet));
        return play();
      }),
    );
  }

  /** Plays waiting spins one after the other; some players leave some of them. */
  #playSpins(bet: Play, form: FeatureForm, waiting: number): void {
    this.#noteSpins(bet, form, waiting);
    if (waiting === 0 || this.#chance.is(0.1)) return;
    const { memberId, roundId } = bet;
    const [betId, payout, left] = [this.#id('b'), this.#payout(), waiting - 1];
    const parts = [{ ...part('bet', betId, FREE_STAKE), isFree: true }, part('win', this.#id('w'), payout, betId)];
    const spin: Play = { ...this.#common(memberId, roundId), parts, ...stateSpins(form, left) };
    const playOn = (): void => {
      this.#count(bet, payout, 0n);
      this.#playSpins(bet, form, left);
    };
    this.#untilDefinite(spin, Number.POSITIVE_INFINITY, (outcome) => {
      if (outcome?.code === 'OK') return playOn();
      if (outcome?.code !== 'PLAYER_LOCKED') {
        this.belief.wrongs.push(`${nameOf(spin)}, a granted spin, was answered ${outcome?.code ?? 'nothing'}`);
      }
      // A member with a debt plays no spin. A copy may still be in flight, so the bet is cancelled, and the spin waits.
      return this.#untilDefinite(this.#rollbackOf(memberId, roundId, betId), Number.POSITIVE_INFINITY, (end) => {
        if (end?.code === 'BET_SETTLED') playOn();
      });
    });
  }

  #noteSpins({ memberId, roundId }: Play, form: FeatureForm, waiting: number): void {
    const stated = form === 'a round without an end' ? 0 : waiting;
    this.belief.features.set(roundId, { memberId, roundId, isOpen: waiting > 0, waiting: stated });
  }

  #twoBets(memberId: bigint, roundId: string): void {
    const [one, other] = [this.#bet(memberId, roundId), this.#bet(memberId, roundId)];
    this.#stake(one, () => {
      // The second bet is rolled back as often as it is settled; the first one is settled afterwards.
      const finish = (): void => this.#settle(one, this.#payout(), true);
      this.#stake(
        other,
        () => {
          if (this.#chance.is(0.5)) this.#rollBack(other, () => finish());
          else this.#settle(other, this.#payout(), false, finish);
        },
        finish,
      );
    });
  }

  /** Both results are in flight at once, so the one that ends the round may arrive first. */
  #resultsAtOnce(memberId: bigint, roundId: string): void {
    const [one, other] = [this.#bet(memberId, roundId), this.#bet(memberId, roundId)];
    const both = (): void => {
      this.#settle(one, this.#payout(), false);
      this.#settle(other, this.#payout(), true);
    };
    this.#stake(one, () => this.#stake(other, both, () => this.#settle(one, this.#payout(), true)));
  }

  /** A bet that is rolled back, and another bet in the same round. */
  #stakeAnew(memberId: bigint, roundId: string): void {
    const [bet, anew] = [this.#bet(memberId, roundId), this.#bet(memberId, roundId)];
    this.#stake(bet, () =>
      this.#rollBack(bet, () => this.#stake(anew, () => this.#settle(anew, this.#payout(), true))),
    );
  }

  #spin(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    this.#resultWithBet(bet, { payout: this.#payout(), isRoundClosed: true, onAccepted: () => undefined });
  }

  /** A bet with its result in one request; `onAccepted` runs when it stands. */
  #resultWithBet(
    bet: Play,
    { payout, onAccepted, ...end }: { readonly payout: Money; readonly onAccepted: () => void } & RoundEnd,
  ): void {
    const parts: BetWinItem[] = [...bet.parts, part('win', this.#id('w'), payout, bet.parts[0]?.txId)];
    const stands = (): void => {
      this.#count(bet, -stakeOf(bet) + payout, stakeOf(bet));
      onAccepted();
    };
    this.#untilDefinite({ ...bet, parts, ...end }, BET_TRIES, (outcome) => {
      if (outcome?.code === 'OK') return stands();
      // The bet is rolled back when it is uncertain, or rejected while a copy may still be in flight. A carried-out
      // spin answers that it is settled, and the bet stays.
      return this.#rollBack(bet, (code) => {
        if (code === 'BET_SETTLED') stands();
      });
    });
  }

  /**
   * A payout that may arrive before its bet. After "bet unknown" this provider relies on the wallet's orphan-win retry.
   */
  #overtakenBet(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    const payout = this.#payout();
    const win = this.#winOf(bet, payout, true);
    const stands = (): void => this.#count(bet, -stakeOf(bet) + payout, stakeOf(bet));
    this.#untilDefinite(win, Number.POSITIVE_INFINITY, (outcome) => {
      if (outcome && ['OK', 'BET_NOT_FOUND', 'TX_ROLLED_BACK'].includes(outcome.code)) return;
      this.belief.wrongs.push(`${nameOf(win)}, before its bet, was answered ${outcome?.code ?? 'nothing'}`);
    });
    this.#untilDefinite(bet, BET_TRIES, (outcome) => {
      if (outcome?.code === 'OK') return stands();
      return this.#rollBack(bet, (code) => {
        if (code === 'BET_SETTLED') stands();
      });
    });
  }

  #placeAndRollBack(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    // Sent at once, so that the rollback may arrive first.
    this.#network.send(bet, () => undefined);
    this.#rollBack(bet, () => undefined);
  }

  #winRolledBack(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    this.#stake(bet, () => {
      const win = this.#winOf(bet, this.#payout(), false);
      this.#untilOk(win, () => {
        const undo = this.#rollbackOf(memberId, roundId, win.parts[0]?.txId ?? '');
        this.#untilOk(undo, () => this.#settle(bet, this.#payout(), true));
      });
    });
  }

  /** After two corrections the result equals the last one. */
  #corrected(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    const first = this.#payout();
    const win = this.#winOf(bet, first, true);
    const adjust = (amount: Money): WalletCommand => ({
      ...this.#common(memberId, roundId),
      operation: 'adjust',
      txId: this.#id('a'),
      refTxId: win.parts[0]?.txId ?? '',
      amount,
    });
    this.#stake(bet, () =>
      this.#untilOk(win, () => {
        this.#count(bet, first, stakeOf(bet));
        const [second, third] = [this.#payout(), this.#payout()];
        this.#untilOk(adjust(second), () => {
          this.#count(bet, second - first, 0n);
          this.#untilOk(adjust(third), () => this.#count(bet, third - second, 0n));
        });
      }),
    );
  }

  /** An award without a bet, and a tip from it. */
  #gift(memberId: bigint): void {
    const [prize, tip] = [this.#payout(), BigInt(this.#chance.whole(1, 5_000)) as Money];
    const single = (operation: 'award' | 'tip', amount: Money) => ({
      ...this.#common(memberId, this.#id('r')),
      operation,
      txId: this.#id('g'),
      amount,
    });
    const moved = (by: bigint): void => {
      this.belief.moved.set(memberId, (this.belief.moved.get(memberId) ?? 0n) + by);
    };
    this.#untilOk(single('award', prize), () => {
      moved(prize);
      const given = single('tip', tip);
      this.#untilDefinite(given, BET_TRIES, (outcome) => {
        if (outcome?.code === 'OK') return moved(-tip);
        // An uncertain or rejected award is rolled back: it gets a tombstone unless it was accepted, which is final.
        const undo = this.#rollbackOf(memberId, given.roundId, given.txId);
        return this.#untilDefinite(undo, Number.POSITIVE_INFINITY, (end) => {
          if (end?.code === 'BET_SETTLED') moved(-tip);
        });
      });
    });
  }

  /** A payout for a rolled-back bet is rejected permanently. */
  #winAfterRollback(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    this.#stake(bet, () =>
      this.#rollBack(bet, () =>
        this.#untilDefinite(this.#winOf(bet, this.#payout(), false), Number.POSITIVE_INFINITY, (outcome) => {
          if (outcome?.code === 'TX_ROLLED_BACK') return;
          this.belief.wrongs.push(
            `a payout for ${nameOf(bet)}, taken back, was answered ${outcome?.code ?? 'nothing'}`,
          );
        }),
      ),
    );
  }

  /** The same transaction id with another amount must give a conflict, in either order of arrival. */
  #conflict(memberId: bigint, roundId: string): void {
    const bet = this.#bet(memberId, roundId);
    this.#stake(bet, () => {
      const [first] = bet.parts;
      if (!first) return;
      const other: Play = { ...bet, parts: [{ ...first, amount: (first.amount + 1n) as Money }] };
      this.#untilDefinite(other, Number.POSITIVE_INFINITY, (outcome) => {
        if (outcome?.code !== 'TX_CONFLICT') {
          this.belief.wrongs.push(`${first.txId} with another amount was answered ${outcome?.code ?? 'nothing'}`);
        }
        this.#settle(bet, this.#payout(), true);
      });
    });
  }

  // ── retry until certain
  // ────────────────────────────────────────────────────────────────────────────────────────────────

  /** Places a bet; `then` runs when it is accepted, `otherwise` when it is known to be rejected or rolled back. */
  #stake(bet: Play, then: () => void, otherwise: () => void = () => undefined): void {
    this.#untilDefinite(bet, BET_TRIES, (outcome) => {
      if (outcome?.code === 'OK') {
        this.#count(bet, -stakeOf(bet), 0n);
        then();
        return;
      }
      if (outcome?.code === 'BET_SETTLED') {
        this.belief.wrongs.push(`${nameOf(bet)} is of a round that is not over, and was refused`);
      }
      // No response, or a rejection while a copy of the same bet may still be in flight.
      this.#rollBack(bet, otherwise, false);
    });
  }

  #settle(bet: Play, payout: Money, isLast: boolean, then: () => void = () => undefined): void {
    this.#untilOk(this.#winOf(bet, payout, isLast), () => {
      this.#count(bet, payout, stakeOf(bet));
      then();
    });
  }

  /** Rolls a bet back. `wasCounted`: the provider counted it as accepted. */
  #rollBack(bet: Play, then: (code: string) => void, wasCounted = this.#isCounted(bet)): void {
    const undo = this.#rollbackOf(bet.memberId, bet.roundId, bet.parts[0]?.txId ?? '');
    this.#untilDefinite(undo, Number.POSITIVE_INFINITY, (outcome) => {
      if (outcome?.code === 'OK' && wasCounted) this.#count(bet, stakeOf(bet), 0n);
      if (outcome?.code !== 'OK' && outcome?.code !== 'BET_SETTLED') {
        this.belief.wrongs.push(`the rollback of ${bet.parts[0]?.txId} was answered ${outcome?.code ?? 'nothing'}`);
      }
      then(outcome?.code ?? 'nothing');
    });
  }

  #untilOk(command: WalletCommand, then: () => void): void {
    this.#untilDefinite(command, Number.POSITIVE_INFINITY, (outcome) => {
      if (outcome?.code === 'OK') then();
      else this.belief.wrongs.push(`${nameOf(command)} was answered ${outcome?.code ?? 'nothing'}`);
    });
  }

  /** Retries until a response arrives or the tries are used up; handles the first response only. */
  #untilDefinite(command: WalletCommand, tries: number, then: (outcome: WalletOutcome | undefined) => void): void {
    let isOver = false;
    const onOutcome = (outcome: WalletOutcome | undefined): void => {
      if (isOver) return;
      isOver = true;
      then(outcome);
    };
    const attempt = (left: number): void => {
      if (isOver) return;
      if (left <= 0) return onOutcome(undefined);
      this.#network.send(command, onOutcome);
      this.#network.after(RETRY_AFTER, () => attempt(left - 1));
    };
    attempt(tries);
  }

  // ── own books
  // ──────────────────────────────────────────────────────────────────────────────────────────────────────────

  readonly #counted = new Set<string>();

  #isCounted(bet: Play): boolean {
    return this.#counted.has(bet.parts[0]?.txId ?? '');
  }

  #count({ memberId, parts }: Play, money: bigint, turnover: bigint): void {
    this.#counted.add(parts[0]?.txId ?? '');
    const { moved, turnover: turned } = this.belief;
    moved.set(memberId, (moved.get(memberId) ?? 0n) + money);
    turned.set(memberId, (turned.get(memberId) ?? 0n) + turnover);
  }

  // ── commands
  // ───────────────────────────────────────────────────────────────────────────────────────────────────────────

  #bet(memberId: bigint, roundId: string): Play {
    const amount = BigInt(this.#chance.whole(1, 200_000)) as Money;
    return { ...this.#common(memberId, roundId), parts: [part('bet', this.#id('b'), amount)], isRoundClosed: false };
  }

  #winOf(bet: Play, payout: Money, isRoundClosed: boolean): Play {
    const { memberId, roundId } = bet;
    const parts = [part('win', this.#id('w'), payout, bet.parts[0]?.txId)];
    return { ...this.#common(memberId, roundId), parts, isRoundClosed };
  }

  #rollbackOf(memberId: bigint, roundId: string, refTxId: string): WalletCommand {
    const { provider, catalogue, stakeError, winCap, gameCode } = this.#common(memberId, roundId);
    const txId = this.#id('u');
    const common = { provider, catalogue, stakeError, winCap, gameCode };
    return { operation: 'rollback', ...common, memberId, roundId, txId, refTxId };
  }

  #common(memberId: bigint, roundId: string): Omit<Play, 'parts' | 'isRoundClosed'> {
    const game = { gameCode: 'test-slot', isTable: false, catalogue: CATALOGUE } as const;
    return {
      operation: 'play',
      provider: PROVIDER,
      memberId,
      roundId,
      stakeError: undefined,
      winCap: WIN_CAP,
      ...game,
    };
  }

  #payout(): Money {
    return this.#chance.is(0.4) ? zeroMoney : (BigInt(this.#chance.whole(1, 300_000)) as Money);
  }

  #id(word: string): string {
    this.#ids += 1;
    return `${word}${this.#ids}`;
  }
}

const part = (operation: 'bet' | 'win', txId: string, amount: Money, refTxId?: string): BetWinItem => ({
  operation,
  txId,
  refTxId,
  amount,
  validBet: undefined,
  positions: [],
  isFree: false,
});

const stakeOf = ({ parts }: Play): bigint =>
  parts.reduce((sum, { operation, amount }) => (operation === 'bet' ? sum + amount : sum), 0n);
const nameOf = (command: WalletCommand): string => {
  if (command.operation === 'play') return command.parts.map(({ txId }) => txId).join('+');
  return command.operation === 'rollback'
    ? `rollback of ${command.refTxId}`
    : `${command.operation} of ${command.roundId}`;
};
