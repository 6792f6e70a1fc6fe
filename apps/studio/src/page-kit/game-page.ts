// The page of a game: opens the session, plays rounds, shows responses of the studio. The game itself is its stage.
//
//     opening ──▶ ready ──play──▶ playing ──▶ ready
//                           │        └─no response──▶ checking ──▶ ready
//                           └─game with choice─▶ choosing ──▶ playing ──▶ ready
//
// Always true: the result comes only from the server; the page shows it after the wallet has accepted it, and the
// history lists it after that. A sent round keeps its id until it is answered, over a broken connection and a reload. A
// reload restores open free rounds and plays a round again whose result this tab has not shown.
//
// Elsewhere: words (page.text.ts), drawing and description of rounds (stage.ts), sheets (*-sheet.ts), the stake
// (stake-choice.ts).

import { formatBaht, type Money, parseProviderAmount, formatProviderAmount, subtract, zeroMoney } from '@chaba/money';

import type { FreeRoundsOnWire, RoundOnWire, SeedsOnWire, StateOnWire } from '#studio/wire/wire';

import { announce, endAnnouncement, SHOWN_MS } from './banner.ts';
import { celebrate, celebrationMs, endCelebration } from './celebration.ts';
import { Controls } from './controls.ts';
import { button, el, icon, icons } from './dom.ts';
import { createFairnessContent } from './fairness-sheet.ts';
import { createHistoryContent, PHASE_CHANGED } from './history-sheet.ts';
import { MemberSite } from './member-site.ts';
import { pause } from './motion.ts';
import { text } from './page.text.ts';
import { isSessionOver, getErrorMessage, openProblemSheet, openWayBack } from './problem-sheet.ts';
import { ResultLine } from './result-line.ts';
import { openSheet } from './sheet.ts';
import { createSound, type Sound } from './sound.ts';
import { soundButton } from './sound-button.ts';
import { type GameFacts, parsePayout, type Stage, parseStake } from './stage.ts';
import { StakeChoice } from './stake-choice.ts';
import { newRoundId, readTab, StudioApi, StudioError, StudioUnreachable, writeTab } from './studio-api.ts';

type Phase = 'opening' | 'ready' | 'playing' | 'checking' | 'choosing' | 'over';

const REFRESH_MS = 1_200;
/** Delay before a spin that was rejected within the interval is sent again. */
const TOO_SOON_MS = 300;
/** Time to read each result; time to draw it before what follows, which is drawn in another frame. */
const [NEXT_FREE_MS, DRAWN_MS] = [1_500, 40];

export type OpeningSession = { readonly api: StudioApi; readonly facts: Promise<StateOnWire> };

/** Opens the session of the page's address. A game calls it before it loads its pictures, so that both load at once. */
export function openSession(gameCode: string): OpeningSession {
  const api = new StudioApi(gameCode);
  const facts = loadFacts(api);
  // An error is shown by the page, which awaits the same promise.
  facts.catch(() => undefined);
  return { api, facts };
}

function loadFacts(api: StudioApi): Promise<StateOnWire> {
  const query = new URLSearchParams(location.search);
  return api.loadSession(query.get('operator'), query.get('token'), query.get('return') ?? undefined);
}

export class GamePage {
  readonly #game: GameFacts;
  readonly #stage: Stage;
  readonly #api: StudioApi;
  readonly #opening: OpeningSession;
  readonly #sound: Sound;
  readonly #result = new ResultLine();
  readonly #controls: Controls;
  readonly #lines = el('p', { class: 'facts' });
  readonly #freeLine = el('p', { class: 'free-line', hidden: true });
  readonly #memberSite = new MemberSite();
  readonly #soundButton: ReturnType<typeof soundButton>;
  readonly #stakes: StakeChoice;
  readonly #pendingKey: string;
  #phase: Phase = 'opening';
  #facts: StateOnWire | undefined;
  #seeds: SeedsOnWire | undefined;
  #balance: Money | undefined;
  #free: FreeRoundsOnWire | undefined;
  #open: RoundOnWire | undefined;
  #startedAt = 0;

  constructor(game: GameFacts, stage: Stage, opening = openSession(game.gameCode)) {
    this.#game = game;
    this.#stage = stage;
    this.#opening = opening;
    this.#api = opening.api;
    this.#sound = createSound(game.sound);
    this.#soundButton = soundButton(this.#sound);
    this.#stakes = new StakeChoice(game.gameCode);
    this.#pendingKey = `${game.gameCode}-pending`;
    this.#controls = new Controls({
      icon: game.playIcon ?? icons.spin,
      spin: () => void this.#act(),
      changeStake: (steps) => this.#changeStake(steps),
      openPaytable: () => this.#openPaytable(),
      openHistory: () => this.#openHistory(),
    });
    this.#controls.setAction(game.play);
  }

  async start(): Promise<void> {
    document.title = this.#game.name;
    document.body.append(this.#room());
    this.#result.say(text.opening, '', 'waiting');
    document.addEventListener('keydown', (event) => this.#onKey(event));
    document.addEventListener('visibilitychange', () => void this.#refreshBalance());
    await this.#showSession(this.#opening.facts);
  }

  async #showSession(opening: Promise<StateOnWire>): Promise<void> {
    let facts: StateOnWire;
    try {
      facts = await opening;
    } catch (error) {
      this.#setPhase('over');
      this.#showProblem(error, () => void this.#showSession(loadFacts(this.#api)));
      return;
    }
    // A launch token is valid once; it is removed from the address, so that a reload continues with its session.
    if (new URLSearchParams(location.search).has('token')) history.replaceState(undefined, '', location.pathname);

    this.#facts = facts;
    this.#seeds = facts.seeds;
    this.#stakes.offer(facts.stakes);
    this.#showStake();
    this.#lines.textContent = this.#game.facts(facts.lines, facts.returnPercent);
    this.#memberSite.setReturnUrl(facts.returnUrl);
    await this.#resume(facts);
  }

  /** Restores the state after a reload: follows a round without a shown result, shows the end of another one. */
  async #resume({ balance, round, free }: StateOnWire): Promise<void> {
    const isUnshown = round?.state === 'settled' && round.clientRoundId === readTab(this.#pendingKey);
    // The balance contains the payout; it follows with the result.
    if (!isUnshown) this.#setBalance(balance);
    if (round?.state === 'checking' || isUnshown) {
      this.#startRound(round.clientRoundId);
      await this.#awaitRound(round, free);
      return;
    }
    this.#setFree(free);
    if (round?.state === 'choosing') {
      await this.#offer(round, false);
      return;
    }
    this.#setPhase('ready');
    this.#result.say(this.#isFree ? text.freeResume : this.#game.ready);
    if (round?.state === 'settled') this.#stage.show(round);
  }

  /** Runs the action of the round button in this phase. */
  async #act(): Promise<void> {
    if (this.#phase === 'ready') await this.#play();
    else if (this.#phase === 'choosing') await this.#playOn();
  }

  async #play(): Promise<void> {
    const stake = this.#stake();
    if (!this.#isFree && this.#balance !== undefined && this.#balance >= stake) {
      this.#controls.setBalance(subtract(this.#balance, stake));
    }
    endAnnouncement(this.#stage.root);
    endCelebration();
    this.#sound.endGain();
    const clientRoundId = newRoundId();
    this.#startRound(clientRoundId);
    await this.#send(() => this.#api.spin(formatProviderAmount(stake), clientRoundId));
  }

  #startRound(clientRoundId: string): void {
    writeTab(this.#pendingKey, clientRoundId);
    this.#setPhase('playing');
    this.#result.say(text.spinning);
    this.#stage.start();
    this.#startedAt = performance.now();
  }

  async #playOn(): Promise<void> {
    if (!this.#open || !this.#stage.choice) return;
    const { roundId, clientRoundId } = this.#open;
    const decision = this.#stage.choice.getChoice();
    this.#startRound(clientRoundId);
    await this.#send(() => this.#api.decide(roundId, decision));
  }

  /** Repeats an idempotent request until the studio responds, because a lost response leaves its effect unknown. */
  async #send(send: () => ReturnType<StudioApi['spin']>): Promise<void> {
    for (;;) {
      try {
        const answer = await send();
        this.#seeds = answer.seeds;
        await this.#awaitRound(answer.round, answer.free);
        return;
      } catch (error) {
        if (error instanceof StudioError && error.code === 'TOO_SOON') {
          await pause(TOO_SOON_MS);
          continue;
        }
        if (error instanceof StudioError) {
          await this.#rejectRound(error);
          return;
        }
        if (!(error instanceof StudioUnreachable)) throw error;
        this.#showChecking();
        await pause(REFRESH_MS);
      }
    }
  }

  /** Polls a round until it has ended or requires a choice, then shows it. */
  async #awaitRound(first: RoundOnWire, free?: FreeRoundsOnWire): Promise<void> {
    let [round, granted] = [first, free];
    while (round.state === 'checking') {
      this.#showChecking();
      await pause(REFRESH_MS);
      try {
        round = await this.#api.round(round.roundId);
        if (round.state !== 'checking') granted = (await this.#api.state()).free;
      } catch (error) {
        if (!(error instanceof StudioUnreachable)) {
          await this.#rejectRound(error);
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
      await pause(DRAWN_MS);
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
    this.#result.say(this.#stage.describeResult(round, this.#result));
  }

  /** Plays the next free round while the page is visible; after a reload the player starts it. */
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
    const amount = parseProviderAmount(free?.won ?? '') ?? zeroMoney;
    const won = formatBaht(amount);
    const left = free?.left ?? 0;
    const isEnd = round?.isFree === true && left === 0;
    document.body.classList.toggle('free', left > 0);
    this.#freeLine.hidden = left === 0 && !isEnd;
    this.#freeLine.classList.toggle('plain', isEnd && amount <= parseStake(round));
    this.#lines.hidden = !this.#freeLine.hidden;
    this.#freeLine.textContent = isEnd ? text.freeOver(won) : `${text.freeLeft(left)} · ${text.freeWon(won)}`;
    if (round?.freeAwarded !== undefined) this.#result.speak(text.freeGranted(round.freeAwarded));
    this.#controls.setAction(left > 0 ? text.free : this.#game.play);
    this.#showStake();
  }

  #showOutcome(round: RoundOnWire): void {
    this.#setBalance(round.balance);
    const sentence = this.#stage.describeResult(round, this.#result);
    this.#result.speak(text.spoken(sentence, formatBaht(this.#balance ?? zeroMoney)));
    const [stake, payout] = [parseStake(round), parsePayout(round)];
    if (payout > stake) this.#sound.gain(celebrationMs(stake, payout));
    celebrate(stake, payout);
  }

  /** Shows a banner for free rounds and large gains; the free rounds of a feature count as one gain at their end. */
  #announce(round: RoundOnWire): void {
    const [stake, over, picture] = [parseStake(round), this.#stage.root, this.#game.emblem];
    const isEnd = round.isFree === true && this.#free?.left === 0;
    const amount = isEnd ? (parseProviderAmount(this.#free?.won ?? '') ?? zeroMoney) : parsePayout(round);
    const ms = celebrationMs(stake, amount);
    if (isEnd && ms !== undefined) celebrate(stake, amount);
    if (round.freeAwarded !== undefined) announce(over, { picture, words: text.freeGranted(round.freeAwarded) });
    else if (isEnd ? amount > stake : ms !== undefined) {
      announce(over, { picture, words: isEnd ? text.freeEnd : text.won, amount, ms: ms ?? SHOWN_MS });
    }
  }

  async #rejectRound(error: unknown): Promise<void> {
    await this.#stage.rest();
    this.#setPhase(isSessionOver(error) ? 'over' : 'ready');
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
    this.#result.say(getErrorMessage(error));
    openProblemSheet(error, this.#memberSite, retry);
  }

  async #refreshBalance(): Promise<void> {
    if (document.visibilityState !== 'visible' || this.#phase !== 'ready') return;
    try {
      const state = await this.#api.state();
      if (this.#phase === 'ready') this.#setBalance(state.balance);
    } catch (error) {
      // The balance stays as it was and the next round reports the error; an ended session is shown at once.
      if (isSessionOver(error) && this.#phase === 'ready') await this.#rejectRound(error);
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
    document.dispatchEvent(new Event(PHASE_CHANGED));
  }

  #setBalance(amount: string | undefined): void {
    const known = parseProviderAmount(amount ?? '');
    if (known === undefined) return;
    this.#balance = known;
    this.#controls.setBalance(known);
    this.#memberSite.postBalance(formatProviderAmount(known));
  }

  /** The chosen stake, or in free rounds the stake of the round that granted them. */
  #stake(): Money {
    const granted = this.#isFree ? parseProviderAmount(this.#free?.stake ?? '') : undefined;
    return granted ?? this.#stakes.amount;
  }

  #changeStake(steps: number): void {
    if (this.#phase !== 'ready' || this.#isFree) return;
    this.#stakes.move(steps);
    this.#showStake();
  }

  /** Shows the stake and whether it can be changed. */
  #showStake(): void {
    const isFixed = this.#isFree || this.#phase !== 'ready';
    this.#controls.setStake(this.#stake(), isFixed || this.#stakes.isLowest, isFixed || this.#stakes.isHighest);
  }

  #onKey(event: KeyboardEvent): void {
    if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
    const isPress = event.key === ' ' || event.key === 'Enter';
    if (isPress && event.repeat) {
      // A browser clicks the focused button again for each repetition of a held key.
      event.preventDefault();
      return;
    }
    if (this.#phase === 'choosing' && this.#stage.choice?.onKey(event) === true) return;
    const isOnControl = event.target instanceof Element && event.target.closest('button, a, input') !== null;
    if (isPress && !isOnControl) {
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

  #openHistory(): void {
    const isPlaying = ({ clientRoundId }: RoundOnWire): boolean =>
      /^(playing|checking)$/.test(this.#phase) && clientRoundId === readTab(this.#pendingKey);
    const content = createHistoryContent(this.#api, (round) => this.#stage.history(round), isPlaying);
    openSheet(text.history, text.close, content, text.stamp);
  }

  #openFairness(): void {
    if (!this.#seeds) return;
    const content = createFairnessContent(this.#api, this.#seeds, (changed) => (this.#seeds = changed));
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
