// The page of a game: opens the seat, plays rounds, shows what the studio answers. The game itself is its stage.
//
//     opening ──▶ ready ──play──▶ playing ──▶ ready
//                           │        └─no answer yet─▶ checking ──▶ ready
//                           └─a game that asks─▶ choosing ──▶ playing ──▶ ready
//
// Always true: the result comes from the server alone; the page shows it when the wallet has taken it. A round that was
// sent keeps its id until it is answered, over a broken connection and a reload. Free rounds that wait are found again.
//
// Elsewhere: words (page.text.ts), what a game draws and tells (stage.ts), the sheets (*-sheet.ts), the stake (stake-choice.ts).

import { formatBaht, type Money, parseProviderAmount, formatProviderAmount, subtract, zeroMoney } from '@chaba/money';

import type { FreeRoundsOnWire, RoundOnWire, SeedsOnWire, StateOnWire } from '#studio/wire';

import { announce, SHOWN_MS } from './banner.ts';
import { celebrate, isMuch } from './celebration.ts';
import { Controls } from './controls.ts';
import { button, el, icon, icons } from './dom.ts';
import { fairnessContent } from './fairness-sheet.ts';
import { historyContent } from './history-sheet.ts';
import { MemberSite } from './member-site.ts';
import { pause } from './motion.ts';
import { text } from './page.text.ts';
import { isSeatGone, messageOf, openProblemSheet, openWayBack } from './problem-sheet.ts';
import { ResultLine } from './result-line.ts';
import { openSheet } from './sheet.ts';
import { makeSound } from './sound.ts';
import { soundButton } from './sound-button.ts';
import { type GameFacts, payoutOf, type Stage, stakeOf } from './stage.ts';
import { StakeChoice } from './stake-choice.ts';
import { newRoundId, readTab, StudioApi, StudioRefusal, StudioUnreachable, writeTab } from './studio-api.ts';

type Phase = 'opening' | 'ready' | 'playing' | 'checking' | 'choosing' | 'over';

const LOOK_AGAIN_MS = 1_200;
/** A spin that came before the interval was over is sent again. */
const TOO_SOON_MS = 300;
const NEXT_FREE_MS = 1_500; // So that each result can be read.

export class GamePage {
  readonly #game: GameFacts;
  readonly #stage: Stage;
  readonly #api: StudioApi;
  readonly #sound = makeSound();
  readonly #result = new ResultLine();
  readonly #controls: Controls;
  readonly #lines = el('p', { class: 'facts' });
  readonly #freeLine = el('p', { class: 'free-line', hidden: true });
  readonly #memberSite = new MemberSite();
  readonly #soundButton = soundButton(this.#sound);
  readonly #stakes: StakeChoice;
  readonly #pendingKey: string;
  #phase: Phase = 'opening';
  #facts: StateOnWire | undefined;
  #seeds: SeedsOnWire | undefined;
  #balance: Money | undefined;
  #free: FreeRoundsOnWire | undefined;
  #open: RoundOnWire | undefined;
  #startedAt = 0;

  constructor(game: GameFacts, stage: Stage) {
    this.#game = game;
    this.#stage = stage;
    this.#api = new StudioApi(game.gameCode);
    this.#stakes = new StakeChoice(game.gameCode);
    this.#pendingKey = `${game.gameCode}-pending`;
    this.#controls = new Controls({
      icon: game.playIcon ?? icons.spin,
      spin: () => void this.#act(),
      changeStake: (steps) => this.#changeStake(steps),
      openPaytable: () => this.#openPaytable(),
      openHistory: () =>
        openSheet(
          text.history,
          text.close,
          historyContent(this.#api, (round) => stage.history(round)),
          text.stamp,
        ),
    });
    this.#controls.setAction(game.play);
  }

  async start(): Promise<void> {
    document.title = this.#game.name;
    document.body.append(this.#room());
    this.#result.say(text.opening, '', 'waiting');
    document.addEventListener('keydown', (event) => this.#onKey(event));
    document.addEventListener('visibilitychange', () => void this.#refreshBalance());
    await this.#decryptSessionToken();
  }

  async #decryptSessionToken(): Promise<void> {
    const query = new URLSearchParams(location.search);
    const token = query.get('token');
    let facts: StateOnWire;
    try {
      facts = await this.#api.seat(query.get('operator'), token, query.get('return') ?? undefined);
    } catch (error) {
      this.#setPhase('over');
      this.#showProblem(error, () => void this.#decryptSessionToken());
      return;
    }
    // A launch token is good once: out of the address it goes, so a reload goes on with the seat it gave.
    if (token !== null) history.replaceState(undefined, '', location.pathname);

    this.#facts = facts;
    this.#seeds = facts.seeds;
    this.#stakes.offer(facts.stakes);
    this.#showStake();
    this.#lines.textContent = this.#game.facts(facts.lines, facts.returnPercent);
    this.#memberSite.openedFrom(facts.returnUrl);
    this.#setBalance(facts.balance);
    await this.#resume(facts);
  }

  /** What was going on when the page was left: an open round is waited for, a finished one is shown. */
  async #resume({ round, free }: StateOnWire): Promise<void> {
    if (round?.state === 'checking') {
      await this.#follow(round);
      return;
    }
    this.#setFree(free);
    if (round?.state === 'choosing') {
      await this.#offer(round, false);
      return;
    }
    this.#setPhase('ready');
    this.#result.say(this.#isFree ? text.freeResume : this.#game.ready);
    if (round?.state !== 'settled') return;
    this.#stage.show(round);
    if (round.clientRoundId === readTab(this.#pendingKey)) this.#showOutcome(round, text.lastRound);
    if (this.#isFree) this.#result.say(text.freeResume);
    writeTab(this.#pendingKey, '');
  }

  /** What the round button does now. */
  async #act(): Promise<void> {
    if (this.#phase === 'ready') await this.#play();
    else if (this.#phase === 'choosing') await this.#playOn();
  }

  async #play(): Promise<void> {
    this.#setPhase('playing');
    this.#result.say(text.spinning);
    this.#result.stop();
    const stake = this.#stake();
    if (!this.#isFree && this.#balance !== undefined && this.#balance >= stake) {
      this.#controls.setBalance(subtract(this.#balance, stake));
    }
    this.#stage.start();
    this.#startedAt = performance.now();
    const clientRoundId = newRoundId();
    writeTab(this.#pendingKey, clientRoundId);
    await this.#send(() => this.#api.spin(formatProviderAmount(stake), clientRoundId));
  }

  async #playOn(): Promise<void> {
    if (!this.#open || !this.#stage.choice) return;
    const { roundId } = this.#open;
    const decision = this.#stage.choice.taken();
    this.#setPhase('playing');
    this.#result.say(text.spinning);
    await this.#send(() => this.#api.decide(roundId, decision));
  }

  /** Nobody knows whether what was sent arrived: the same is sent until somebody answers. */
  async #send(send: () => ReturnType<StudioApi['spin']>): Promise<void> {
    for (;;) {
      try {
        const answer = await send();
        this.#seeds = answer.seeds;
        await this.#follow(answer.round, answer.free);
        return;
      } catch (error) {
        if (error instanceof StudioRefusal && error.code === 'TOO_SOON') {
          await pause(TOO_SOON_MS);
          continue;
        }
        if (error instanceof StudioRefusal) {
          await this.#giveUp(error);
          return;
        }
        if (!(error instanceof StudioUnreachable)) throw error;
        this.#showChecking();
        await pause(LOOK_AGAIN_MS);
      }
    }
  }

  /** Waits for a round to end, or to ask, then shows it. */
  async #follow(first: RoundOnWire, free?: FreeRoundsOnWire): Promise<void> {
    let [round, granted] = [first, free];
    while (round.state === 'checking') {
      this.#showChecking();
      await pause(LOOK_AGAIN_MS);
      try {
        round = await this.#api.round(round.roundId);
        if (round.state !== 'checking') granted = (await this.#api.state()).free;
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) {
          await this.#giveUp(error);
          return;
        }
      }
    }
    if (round.state === 'choosing') {
      await this.#offer(round, true);
      return;
    }
    this.#open = undefined;
    if (round.state === 'settled') {
      await this.#stage.land(round, this.#sound, this.#result);
      this.#showOutcome(round);
    } else {
      await this.#stage.rest();
      this.#result.say(round.message ?? text.nothing);
      this.#result.speak(round.message ?? '');
      if (openWayBack(round, this.#memberSite)) this.#setPhase('over');
    }
    writeTab(this.#pendingKey, '');
    this.#setFree(granted, round);
    if (round.state === 'settled') {
      this.#announce(round);
      await pause(this.#startedAt + (this.#game.roundMs ?? 0) - performance.now());
    }
    if (this.#phase !== 'over') this.#setPhase('ready');
    if (round.balance === undefined) void this.#refreshBalance();
    if (this.#isFree && round.state === 'settled') {
      void this.#playNextFree(round.freeAwarded === undefined ? NEXT_FREE_MS : SHOWN_MS);
    }
  }

  async #offer(round: RoundOnWire, isNew: boolean): Promise<void> {
    this.#open = round;
    this.#setBalance(round.balance);
    await this.#stage.choice?.offer(round, isNew, this.#sound);
    this.#setPhase('choosing');
    this.#result.say(this.#stage.tell(round, this.#result));
  }

  /** Free rounds follow each other while the page is looked at; a reload waits for a tap. */
  async #playNextFree(afterMs: number): Promise<void> {
    await pause(afterMs);
    if (this.#phase !== 'ready' || !this.#isFree) return;
    if (document.visibilityState === 'visible' && !document.querySelector('dialog[open]')) await this.#play();
  }

  get #isFree(): boolean {
    return (this.#free?.left ?? 0) > 0;
  }

  #setFree(free: FreeRoundsOnWire | undefined, round?: RoundOnWire): void {
    this.#free = free;
    const won = formatBaht(parseProviderAmount(free?.won ?? '') ?? zeroMoney);
    const left = free?.left ?? 0;
    const isEnd = round?.isFree === true && left === 0;
    document.body.classList.toggle('free', left > 0);
    this.#freeLine.hidden = left === 0 && !isEnd;
    this.#lines.hidden = !this.#freeLine.hidden;
    this.#freeLine.textContent = isEnd ? text.freeOver(won) : `${text.freeLeft(left)} · ${text.freeWon(won)}`;
    if (round?.freeAwarded !== undefined) this.#result.speak(text.freeGranted(round.freeAwarded));
    this.#controls.setAction(left > 0 ? text.free : this.#game.play);
    this.#showStake();
  }

  #showOutcome(round: RoundOnWire, before?: string): void {
    this.#setBalance(round.balance);
    const sentence = this.#stage.tell(round, this.#result);
    const spoken = text.spoken(sentence, formatBaht(this.#balance ?? zeroMoney));
    this.#result.speak(before === undefined ? spoken : `${before} ${spoken}`);
    const [stake, payout] = [stakeOf(round), payoutOf(round)];
    if (payout > stake) this.#sound.gain(isMuch(stake, payout));
    celebrate(stake, payout);
  }

  /** What is worth more than the line under the game. */
  #announce(round: RoundOnWire): void {
    const [stake, payout] = [stakeOf(round), payoutOf(round)];
    const [over, picture] = [this.#stage.root, this.#game.emblem];
    if (round.freeAwarded !== undefined) announce(over, { picture, words: text.freeGranted(round.freeAwarded) });
    else if (round.isFree === true && this.#free?.left === 0) {
      const amount = parseProviderAmount(this.#free.won) ?? zeroMoney;
      if (amount > 0n) announce(over, { picture, words: text.freeEnd, amount });
    } else if (isMuch(stake, payout)) announce(over, { picture, words: text.won, amount: payout });
  }

  async #giveUp(error: unknown): Promise<void> {
    await this.#stage.rest();
    this.#setPhase(isSeatGone(error) ? 'over' : 'ready');
    this.#showProblem(error);
    if (this.#balance !== undefined) this.#controls.setBalance(this.#balance);
  }

  #showChecking(): void {
    if (this.#phase === 'checking') return;
    this.#setPhase('checking');
    this.#result.say(text.checking, text.checkingHint, 'waiting');
    this.#result.speak(text.checking);
  }

  #showProblem(error: unknown, retry?: () => void): void {
    this.#result.say(messageOf(error));
    openProblemSheet(error, this.#memberSite, retry);
  }

  async #refreshBalance(): Promise<void> {
    if (document.visibilityState !== 'visible' || this.#phase !== 'ready') return;
    try {
      const state = await this.#api.state();
      if (this.#phase === 'ready') this.#setBalance(state.balance);
    } catch (error) {
      // The figure stays as it was, and the next round says what is wrong; who had to leave is told at once.
      if (isSeatGone(error) && this.#phase === 'ready') await this.#giveUp(error);
    }
  }

  #setPhase(next: Phase): void {
    this.#phase = next;
    if (this.#game.playOn !== undefined) {
      this.#controls.setAction(next === 'choosing' ? this.#game.playOn : this.#game.play);
    }
    this.#controls.setBusy(next !== 'ready' && next !== 'choosing');
    this.#showStake();
    document.body.dataset['phase'] = next;
  }

  #setBalance(amount: string | undefined): void {
    const known = parseProviderAmount(amount ?? '');
    if (known === undefined) return;
    this.#balance = known;
    this.#controls.setBalance(known);
    this.#memberSite.tellBalance(formatProviderAmount(known));
  }

  /** The chosen stake; of free rounds, the one that granted them. */
  #stake(): Money {
    const granted = this.#isFree ? parseProviderAmount(this.#free?.stake ?? '') : undefined;
    return granted ?? this.#stakes.amount;
  }

  #changeStake(steps: number): void {
    if (this.#phase !== 'ready' || this.#isFree) return;
    this.#stakes.move(steps);
    this.#showStake();
  }

  /** The figure, and whether it can be changed now. */
  #showStake(): void {
    const isFixed = this.#isFree || this.#phase !== 'ready';
    this.#controls.setStake(this.#stake(), isFixed || this.#stakes.isLowest, isFixed || this.#stakes.isHighest);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    if (this.#phase === 'choosing' && this.#stage.choice?.onKey(event) === true) return;
    const isOnControl = event.target instanceof Element && event.target.closest('button, a, input') !== null;
    if ((event.key === ' ' || event.key === 'Enter') && !isOnControl && !event.repeat) {
      event.preventDefault();
      void this.#act();
    } else if (event.key === 'ArrowUp' || event.key === 'ArrowRight') {
      event.preventDefault();
      this.#changeStake(1);
    } else if (event.key === 'ArrowDown' || event.key === 'ArrowLeft') {
      event.preventDefault();
      this.#changeStake(-1);
    }
  }

  #openPaytable(): void {
    const content = this.#stage.paytable(this.#stake(), this.#facts?.returnPercent ?? '');
    openSheet(text.paytable, text.close, content, text.stamp);
  }

  #openFairness(): void {
    if (!this.#seeds) return;
    const content = fairnessContent(this.#api, this.#seeds, (changed) => (this.#seeds = changed));
    openSheet(text.fairness, text.close, content, text.stamp);
  }

  #room(): HTMLElement {
    return el(
      'main',
      { class: 'room' },
      el('div', { class: 'scene', 'aria-hidden': 'true' }, ...this.#game.scene),
      el(
        'header',
        { class: 'top' },
        this.#memberSite.link,
        el('h1', {}, this.#game.name),
        button('icon-button', text.fairness, () => this.#openFairness(), icon(icons.shield)),
        this.#soundButton,
      ),
      el(
        'div',
        { class: 'hero' },
        el('img', { class: 'flower', src: this.#game.emblem, alt: '' }),
        this.#lines,
        this.#freeLine,
      ),
      this.#stage.root,
      this.#result.root,
      this.#controls.root,
    );
  }
}
