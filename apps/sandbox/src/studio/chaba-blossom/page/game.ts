// The page of chaba-blossom: opens the seat, turns the reels, shows what the studio answers.
//
//     opening ──▶ ready ──spin──▶ spinning ──▶ ready
//                                     └─no answer yet─▶ checking ──▶ ready
//
// Always true: the result comes from the server alone; the page shows it when the wallet has taken it. A
// spin that was sent keeps its id until it is answered, over a broken connection and a reload.
//
// Elsewhere: words (page.text.ts), drawing (cabinet.ts, reel.ts), the sheets (*-sheet.ts).

import { formatBaht, type Money, parseProviderAmount, providerAmount, subtract, zeroMoney } from '@chaba/money';

import { festoon } from '#studio/art/festoon';
import { hibiscus } from '#studio/art/hibiscus';
import { nightMarket } from '#studio/art/night-market';
import { picture, pictureAddress } from '#studio/art/svg';
import { button, el, icon, icons } from '#studio/page/dom';
import { openSheet } from '#studio/page/sheet';
import { makeSound } from '#studio/page/sound';
import { readTab, StudioApi, StudioRefusal, StudioUnreachable, writeTab } from '#studio/page/studio-api';
import type { RoundOnWire, SeedsOnWire, StateOnWire } from '#studio/wire';

import { Cabinet, pause, restingStops } from './cabinet.ts';
import { Controls } from './controls.ts';
import { fairnessContent } from './fairness-sheet.ts';
import { historyContent } from './history-sheet.ts';
import { text } from './page.text.ts';
import { paytableContent } from './paytable-sheet.ts';
import { ResultLine } from './result-line.ts';
import { loadSymbols, type SymbolImages } from './symbols.ts';

type Phase = 'opening' | 'ready' | 'spinning' | 'checking' | 'over';

const STAKE_KEY = 'chaba-blossom-stake';
const PENDING_KEY = 'chaba-blossom-pending';
const DEFAULT_STAKE = '5.0000';
const LOOK_AGAIN_MS = 1_200;

const api = new StudioApi();
const sound = makeSound();
const result = new ResultLine();
const controls = new Controls({
  spin: () => void spin(),
  changeStake,
  openPaytable: () =>
    openSheet(text.paytable, text.close, paytableContent(images, stake(), facts.returnPercent), text.stamp),
  openHistory: () => openSheet(text.history, text.close, historyContent(api, images), text.stamp),
});
const lines = el('p', { class: 'facts' });
const backLink = el('a', { class: 'icon-button', 'aria-label': text.back, hidden: true }, icon(icons.back));
const soundButton = button('icon-button', text.soundOff, toggleSound, icon(icons.soundOff));

let images: SymbolImages;
let cabinet: Cabinet;
let phase: Phase = 'opening';
let facts: StateOnWire;
let seeds: SeedsOnWire;
let stakes: readonly Money[] = [];
let stakeIndex = 0;
let balance: Money | undefined;
let shownStops = restingStops();

void start();

async function start(): Promise<void> {
  document.title = text.name;
  images = await loadSymbols();
  cabinet = new Cabinet(images, shownStops);
  document.body.append(room());
  result.say(text.opening, '', 'waiting');
  document.addEventListener('keydown', onKey);
  document.addEventListener('visibilitychange', () => void refreshBalance());
  await openSeat();
}

async function openSeat(): Promise<void> {
  const query = new URLSearchParams(location.search);
  const [operator, token] = [query.get('operator'), query.get('token')];
  try {
    facts = await seatOf(operator, token, query.get('return') ?? undefined);
  } catch (error) {
    setPhase('over');
    showProblem(error, () => void openSeat());
    return;
  }
  // A launch token is good once: out of the address it goes, so a reload goes on with the seat it gave.
  if (token !== null) history.replaceState(undefined, '', location.pathname);

  seeds = facts.seeds;
  stakes = facts.stakes.map((amount) => parseProviderAmount(amount) ?? zeroMoney);
  const wanted = parseProviderAmount(readTab(STAKE_KEY) ?? DEFAULT_STAKE);
  stakeIndex = Math.max(
    0,
    stakes.findIndex((amount) => amount === wanted),
  );
  changeStake(0);
  lines.textContent = text.facts(facts.lines, facts.returnPercent);
  // Framed, the page around it has the way back.
  if (facts.returnUrl !== undefined && window.parent === window) {
    backLink.href = facts.returnUrl;
    backLink.target = '_top';
    backLink.hidden = false;
  }
  setBalance(facts.balance);
  await resume(facts.round);
}

async function seatOf(
  operator: string | null,
  token: string | null,
  returnUrl: string | undefined,
): Promise<StateOnWire> {
  if (operator !== null && token !== null) {
    try {
      return await api.open({ operator, gameCode: 'chaba-blossom', token }, returnUrl);
    } catch (error) {
      // A reload before the address was cleaned: the token is spent, the seat may still be there.
      if (!(error instanceof StudioRefusal) || !api.hasSeatFrom(token)) throw error;
    }
  }
  if (!api.hasSeat) throw new StudioRefusal(401, { code: 'NO_SEAT', message: text.noSeat });
  return api.state();
}

/** What was going on when the page was left: an open round is waited for, a finished one is shown. */
async function resume(round: RoundOnWire | undefined): Promise<void> {
  const pending = readTab(PENDING_KEY);
  if (round?.state === 'checking') {
    await follow(round);
    return;
  }
  setPhase('ready');
  result.say(text.ready);
  if (round?.state !== 'settled' || !round.draws) return;
  shownStops = [...round.draws];
  cabinet.show(shownStops);
  if (round.clientRoundId === pending) showOutcome(round, text.lastRound);
  writeTab(PENDING_KEY, '');
}

async function spin(): Promise<void> {
  if (phase !== 'ready') return;
  setPhase('spinning');
  result.say(text.spinning);
  result.stop();
  if (balance !== undefined && balance >= stake()) controls.setBalance(subtract(balance, stake()));
  cabinet.start();

  const clientRoundId = newRoundId();
  writeTab(PENDING_KEY, clientRoundId);
  const sent = providerAmount(stake());
  for (;;) {
    try {
      const answer = await api.spin(sent, clientRoundId);
      seeds = answer.seeds;
      await follow(answer.round);
      return;
    } catch (error) {
      if (error instanceof StudioRefusal) {
        await giveUp(error);
        return;
      }
      // Nobody knows whether the spin arrived: the same id is sent until somebody answers.
      showChecking();
      await pause(LOOK_AGAIN_MS);
    }
  }
}

/** Waits for a round to end, then shows it. */
async function follow(first: RoundOnWire): Promise<void> {
  let round = first;
  while (round.state === 'checking') {
    showChecking();
    await pause(LOOK_AGAIN_MS);
    try {
      round = await api.round(round.roundId);
    } catch (error) {
      if (!(error instanceof StudioUnreachable)) {
        await giveUp(error);
        return;
      }
    }
  }
  if (round.state === 'settled' && round.draws) {
    await cabinet.land(round.draws, (reel) => sound.stopTick(reel));
    shownStops = [...round.draws];
    showOutcome(round);
  } else {
    await cabinet.land(shownStops, () => undefined);
    result.say(round.message ?? text.nothing);
    result.speak(round.message ?? '');
    if (round.code?.includes('TOKEN') === true) setPhase('over');
  }
  if (phase !== 'over') setPhase('ready');
  writeTab(PENDING_KEY, '');
  if (round.balance === undefined) void refreshBalance();
}

function showOutcome(round: RoundOnWire, before?: string): void {
  const outcome = {
    stops: round.draws ?? [],
    stake: parseProviderAmount(round.stake) ?? zeroMoney,
    payout: parseProviderAmount(round.payout ?? '') ?? zeroMoney,
  };
  setBalance(round.balance);
  const sentence = result.tell(cabinet, outcome);
  const spoken = text.spoken(sentence, formatBaht(balance ?? zeroMoney));
  result.speak(before === undefined ? spoken : `${before} ${spoken}`);
  if (outcome.payout > outcome.stake) {
    sound.gain();
    document.body.classList.add('gain');
    setTimeout(() => document.body.classList.remove('gain'), 2_400);
  }
}

async function giveUp(error: unknown): Promise<void> {
  await cabinet.land(shownStops, () => undefined);
  const isOver = error instanceof StudioRefusal && error.status === 401;
  setPhase(isOver ? 'over' : 'ready');
  showProblem(error, undefined);
  if (balance !== undefined) controls.setBalance(balance);
}

function showChecking(): void {
  if (phase === 'checking') return;
  setPhase('checking');
  result.say(text.checking, text.checkingHint, 'waiting');
  result.speak(text.checking);
}

function showProblem(error: unknown, retry: (() => void) | undefined): void {
  const message = error instanceof StudioRefusal ? error.message : text.unreachable;
  result.say(message);
  const canRetry = retry && !(error instanceof StudioRefusal && error.status < 500);
  const content = el('div', { class: 'problem' }, el('p', { role: 'alert' }, message));
  const sheet = openSheet(text.errorTitle, text.close, content, text.stamp);
  const act = button(
    'wide-button',
    canRetry ? text.retry : text.ok,
    () => sheet.close(),
    canRetry ? text.retry : text.ok,
  );
  content.append(act);
  act.focus();
  if (canRetry) sheet.addEventListener('close', retry);
}

async function refreshBalance(): Promise<void> {
  if (document.visibilityState !== 'visible' || phase !== 'ready') return;
  try {
    const state = await api.state();
    if (phase === 'ready') setBalance(state.balance);
  } catch {
    // The figure stays as it was; the next spin says what is wrong.
  }
}

function setPhase(next: Phase): void {
  phase = next;
  controls.setBusy(next !== 'ready');
  document.body.dataset['phase'] = next;
}

function setBalance(amount: string | undefined): void {
  const known = parseProviderAmount(amount ?? '');
  if (known === undefined) return;
  balance = known;
  controls.setBalance(known);
  // The frame's owner may show it too; only the member site that opened the game is told.
  if (window.parent !== window && facts.returnUrl !== undefined) {
    const target = new URL(facts.returnUrl).origin;
    window.parent.postMessage({ source: 'chaba-studio', type: 'balance', balance: amount }, target);
  }
}

function stake(): Money {
  return stakes[stakeIndex] ?? zeroMoney;
}

function changeStake(steps: number): void {
  if (phase === 'spinning' || phase === 'checking') return;
  stakeIndex = Math.min(Math.max(stakeIndex + steps, 0), stakes.length - 1);
  controls.setStake(stake(), stakeIndex === 0, stakeIndex === stakes.length - 1);
  writeTab(STAKE_KEY, providerAmount(stake()));
}

function toggleSound(): void {
  sound.toggle();
  soundButton.replaceChildren(icon(sound.isOn ? icons.soundOn : icons.soundOff));
  soundButton.setAttribute('aria-label', sound.isOn ? text.soundOn : text.soundOff);
}

function onKey(event: KeyboardEvent): void {
  if (event.ctrlKey || event.metaKey || event.altKey || document.querySelector('dialog[open]')) return;
  const isOnControl = event.target instanceof Element && event.target.closest('button, a, input') !== null;
  if ((event.key === ' ' || event.key === 'Enter') && !isOnControl && !event.repeat) {
    event.preventDefault();
    void spin();
  } else if (event.key === 'ArrowUp' || event.key === 'ArrowRight') {
    event.preventDefault();
    changeStake(1);
  } else if (event.key === 'ArrowDown' || event.key === 'ArrowLeft') {
    event.preventDefault();
    changeStake(-1);
  }
}

function room(): HTMLElement {
  const drawn = (className: string, svg: string) => el('img', { class: className, src: pictureAddress(svg), alt: '' });
  const isWide = innerWidth > 700;
  const scene = isWide
    ? { width: 1280, height: 800, ground: 0.8, moon: { x: 990, y: 130, radius: 54 } }
    : { width: 390, height: 430, ground: 0.94, moon: { x: 312, y: 84, radius: 26 } };
  const openFairness = () =>
    openSheet(
      text.fairness,
      text.close,
      fairnessContent(api, seeds, (changed) => (seeds = changed)),
      text.stamp,
    );
  return el(
    'main',
    { class: 'room' },
    el(
      'div',
      { class: 'scene', 'aria-hidden': 'true' },
      drawn('night', nightMarket(scene)),
      drawn('lamps first', festoon(scene.width, isWide ? 26 : 20, 9, 1)),
      drawn('lamps second', festoon(scene.width, isWide ? 20 : 14, 12, 2)),
    ),
    el(
      'header',
      { class: 'top' },
      backLink,
      el('h1', {}, text.name),
      button('icon-button', text.fairness, openFairness, icon(icons.shield)),
      soundButton,
    ),
    el('div', { class: 'hero' }, drawn('flower', picture(100, 100, hibiscus())), lines),
    cabinet.root,
    result.root,
    controls.root,
  );
}

function newRoundId(): string {
  const bytes = crypto.getRandomValues(new Uint8Array(16));
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('');
}
