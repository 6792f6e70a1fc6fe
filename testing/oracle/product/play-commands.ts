// The play commands of hunt stories: requests of the provider `test`, and operators' decisions on held wins.
//
//     bet       M1  100.00  tx=b1  round=r1  on=red  market=m1                   on a table where it has positions
//     bet       M1  10.00  tx=b1  round=r1  free=yes  campaign=yes      a gift; without it, of the last paid round
//     win       M1  250.00  tx=w1  round=r1  ref=b1  closed=yes
//     win       M1  20.00  tx=w1  round=r1  spins=3  by=stated     grants free spins (game-provider.ts)
//     free      M1  60.00  of=r1  tx=f1                            plays one of them
//     settle-spins  M1  100.00  of=r1     void-spins  M1  of=r1     an operator ends them
//     betwin    M1  all  all  round=r2                             stake and payout in one request
//     rollback  M1  ref=b1  tx=x1     adjust  M1  50.00  ref=w1  tx=x2
//     award     M1  400.00  tx=a1     tip  M1  10.00  tx=t1
//     wincap    1000.00               decide  w1  released
//
// Elsewhere: the effect of a request (game-provider.ts), the other commands (commands.ts).

import { baht, money, type Money } from '@chaba/money';

import { part, playing } from '@chaba/server/testing/time-simulation';
import type { WalletCommand } from '@chaba/server/modules/wallet-commands';

import type { StoryFact, StakePosition } from '#testing/oracle/facts';
import { readAmount, type RowArguments } from '#testing/oracle/rows';
import type { RowCommand, Joined, RowOutcome, OracleStory } from '#testing/oracle/story';
import { HOME_SITE } from './initial-data.ts';
import type { Effect, SpinProtocol } from './game-provider.ts';

const TABLE_GAME = 'test-table';
const SLOT_GAME = 'test-slot';
const FREE_STAKE = baht(10);
const NOTHING_STAKED = 'NOTHING_STAKED';

/** `origin`: the round to which the results belong. */
type Play = {
  readonly member: Joined;
  readonly round: string;
  readonly origin: string;
  readonly gameCode: string;
};

async function playOf(story: OracleStory, given: RowArguments): Promise<Play> {
  const member = await story.member(given.at(0));
  const ref = given.named['ref'];
  const round = given.named['round'] ?? (ref === undefined ? undefined : story.provider.roundOf(ref)) ?? 'r1';
  const isTable = given.named['on'] !== undefined || story.provider.isTable(round);
  return { member, round, origin: story.provider.originOf(round), gameCode: isTable ? TABLE_GAME : SLOT_GAME };
}

async function beginFree(story: OracleStory, { member, gameCode, round }: Play): Promise<boolean> {
  return story.provider.beginFreeRound(member.name, gameCode, { round, at: story.product.now().getTime() });
}

async function callOf(story: OracleStory, { member, round, gameCode }: Play) {
  const call = playing(member, round, await story.product.site(member.siteId), gameCode);
  return { ...call, winCap: story.winCap === undefined ? undefined : money(story.winCap) };
}

/** "red:100.00,black:40.00", or one side for the whole stake. */
function positionsOf(text: string | undefined, stake: Money): StakePosition[] {
  if (text === undefined) return [];
  return text.split(',').map((each) => {
    const [type = '', on] = each.split(':');
    return { type, stake: on === undefined ? stake : readAmount(on, stake) };
  });
}

async function send(story: OracleStory, play: Play, command: WalletCommand, effect: () => Effect): Promise<RowOutcome> {
  story.round = play;
  const word = await story.product.callWallet(play.member.siteId, command);
  if (word !== 'OK') return { word };
  return { word, after: toFacts(play, effect()) };
}

function toFacts({ member: { name: member }, origin: round }: Play, { amount, changes }: Effect): StoryFact[] {
  const states = changes.map(({ txId, state }) => ({ kind: 'bet-state', member, txId, state }) as const);
  return [{ kind: 'expected', member, amount, round }, ...states];
}

function toSpins(
  { member: { name: member }, origin: round, round: playedIn }: Play,
  protocol: SpinProtocol,
  waiting: number,
): StoryFact {
  return { kind: 'spins', member, round, playedIn, waiting, isStated: protocol === 'stated' };
}

const gameOf = (story: OracleStory, member: Joined): Money => money(story.balance(member));

export const playCommands: Readonly<Record<string, RowCommand>> = {
  async bet(story, given) {
    const { named } = given;
    const [txId, isFree] = [named['tx'] ?? 'b', named['free'] === 'yes'];
    const isCampaign = isFree && (named['campaign'] === 'yes' || !(await beginFree(story, await playOf(story, given))));
    const play = await playOf(story, given);
    const amount = readAmount(given.at(1), gameOf(story, play.member));
    // Games accept no zero stake; a result of one would be a gift.
    if (amount === 0n) return NOTHING_STAKED;
    const positions = positionsOf(named['on'], amount);
    const placed = positions.map(({ type, stake }) => ({ type, stake: money(stake), pushed: money(0n) }));
    const bet = { ...part('bet', txId, amount), isFree, positions: placed };
    const call = { ...(await callOf(story, play)), parts: [bet], isRoundClosed: false, isCampaign };
    story.round = play;
    const word = await story.product.callWallet(play.member.siteId, call);
    if (word !== 'OK') return word;
    reportBet(story, play, { txId, amount, isFree, positions, market: named['market'] });
    story.provider.place(txId, play.round);
    if (positions.length > 0) story.provider.markTable(play.round);
    return { word, after: toFacts(play, story.provider.bet(txId, { round: play.round, stake: amount, isFree })) };
  },
  async win(story, given) {
    const { named } = given;
    const play = await playOf(story, given);
    const [txId, ref] = [named['tx'] ?? 'w', named['ref']];
    const amount = readAmount(given.at(1), gameOf(story, play.member));
    const win = { ...part('win', txId, amount), refTxId: ref };
    const spins = Number(named['spins'] ?? '0');
    const protocol = (named['by'] ?? 'stated') as SpinProtocol;
    const before = story.provider.grantOf(play.round);
    const waiting = spins > 0 ? { protocol, waiting: spins } : before;
    const hasWaiting = waiting !== undefined && waiting.waiting > 0;
    const isEnded = spins > 0 || named['closed'] === 'yes';
    const isRoundClosed = isEnded && !(hasWaiting && waiting.protocol === 'open');
    const freeSpins = hasWaiting && waiting.protocol === 'stated' ? waiting.waiting : undefined;
    const call = { ...(await callOf(story, play)), parts: [win], isRoundClosed, freeSpins };
    const sent = await send(story, play, call, () => {
      story.provider.place(txId, play.round);
      return story.provider.win(txId, { round: play.round, amount, ref });
    });
    if (sent.word !== 'OK' || spins === 0) return sent;
    story.provider.grant(play.round, { spins, protocol, at: story.product.now().getTime() });
    // Spins of an ended round are unknown to the site until they are played.
    return protocol === 'ended' ? sent : { ...sent, after: [toSpins(play, protocol, spins), ...(sent.after ?? [])] };
  },
  /** Plays a waiting free spin in one request. */
  async free(story, given) {
    const { named } = given;
    const granting = named['of'] ?? 'r1';
    const grant = story.provider.grantOf(granting);
    if (!grant || grant.waiting === 0 || grant.lapsesAt < story.product.now().getTime()) return 'NO_FREE_SPIN';
    const { protocol } = grant;
    const txId = named['tx'] ?? 'f';
    const round = protocol === 'ended' ? `${granting}-${txId}` : granting;
    const inRound = { ...given, named: { ...named, round } };
    if (protocol === 'ended') await beginFree(story, await playOf(story, inRound));
    const play = await playOf(story, inRound);
    const { member } = play;
    const amount = readAmount(given.at(1), gameOf(story, member));
    const betId = `${txId}-bet`;
    const bet = { ...part('bet', betId, FREE_STAKE), isFree: true };
    const win = { ...part('win', txId, amount), refTxId: betId };
    const isRoundClosed = protocol === 'ended' || grant.waiting === 1;
    const freeSpins = protocol === 'stated' ? grant.waiting - 1 : undefined;
    const call = { ...(await callOf(story, play)), parts: [bet, win], isRoundClosed, freeSpins };
    story.round = play;
    const word = await story.product.callWallet(member.siteId, call);
    if (word !== 'OK') return word;
    const waiting = story.provider.takeSpin(granting);
    reportBet(story, play, { txId: betId, amount: FREE_STAKE, isFree: true, positions: [], market: undefined });
    for (const each of [betId, txId]) story.provider.place(each, round);
    story.provider.bet(betId, { round, stake: FREE_STAKE, isFree: true });
    const won = story.provider.win(txId, { round, amount, ref: betId });
    return {
      word,
      after: [...toFacts(play, won), ...(protocol === 'ended' ? [] : [toSpins(play, protocol, waiting)])],
    };
  },
  'settle-spins': (story, given) => endSpins(story, given, 'settled'),
  'void-spins': (story, given) => endSpins(story, given, 'voided'),
  async betwin(story, given) {
    const play = await playOf(story, given);
    const game = gameOf(story, play.member);
    const [stake, payout] = [readAmount(given.at(1), game), readAmount(given.at(2), game)];
    if (stake === 0n) return NOTHING_STAKED;
    const [betId, winId] = [`${play.round}-bet`, `${play.round}-win`];
    const parts = [part('bet', betId, stake), part('win', winId, payout)];
    const call = { ...(await callOf(story, play)), parts, isRoundClosed: true };
    story.round = play;
    const word = await story.product.callWallet(play.member.siteId, call);
    if (word !== 'OK') return word;
    reportBet(story, play, { txId: betId, amount: stake, isFree: false, positions: [], market: undefined });
    for (const txId of [betId, winId]) story.provider.place(txId, play.round);
    const placed = story.provider.bet(betId, { round: play.round, stake, isFree: false });
    const won = story.provider.win(winId, { round: play.round, amount: payout, ref: undefined });
    return { word, after: toFacts(play, { amount: placed.amount + won.amount, changes: won.changes }) };
  },
  async rollback(story, given) {
    const play = await playOf(story, given);
    const [txId, refTxId] = [given.named['tx'] ?? 'x', given.named['ref'] ?? ''];
    const { isTable: _isTable, ...call } = await callOf(story, play);
    const protocol = story.provider.grantOf(play.round)?.protocol ?? 'stated';
    let isCancelled = false;
    const sent = await send(story, play, { ...call, operation: 'rollback', txId, refTxId }, () => {
      isCancelled = story.provider.cancelsSpins(refTxId);
      return story.provider.rollback(refTxId);
    });
    return isCancelled ? { ...sent, after: [...(sent.after ?? []), toSpins(play, protocol, 0)] } : sent;
  },
  async adjust(story, given) {
    const play = await playOf(story, given);
    const [txId, refTxId] = [given.named['tx'] ?? 'x', given.named['ref'] ?? ''];
    const amount = readAmount(given.at(1), gameOf(story, play.member));
    const { isTable: _isTable, ...call } = await callOf(story, play);
    return send(story, play, { ...call, operation: 'adjust', txId, refTxId, amount }, () => {
      story.provider.place(txId, play.round);
      return story.provider.adjust(txId, refTxId, amount);
    });
  },
  award: (story, given) => besides(story, given, 'award'),
  tip: (story, given) => besides(story, given, 'tip'),
  async wincap(story, { at }) {
    story.winCap = at(0) === 'none' ? undefined : readAmount(at(0), money(0n));
    return at(0);
  },
  async decide(story, { at }) {
    const [txId, state] = [at(0), at(1) === 'released' ? 'released' : 'refused'] as const;
    const round = story.provider.roundOf(txId) ?? '';
    const origin = story.provider.originOf(round);
    story.round = { round, origin };
    const held = () => [...story.members.values()].map((each) => [each.name, story.balance(each, 'winsHeld')] as const);
    const before = new Map(held());
    const word = await story.product.decideHeldWin(HOME_SITE, txId, state);
    await story.readJournal();
    const less = held().map(([member, amount]) => ({ member, amount: amount - (before.get(member) ?? amount) }));
    if (state === 'released') return word;
    // A rejected win returns to the game.
    for (const { amount } of less) story.provider.refuse(txId, -amount);
    return { word, after: less.map((each) => ({ kind: 'expected', ...each, round: origin }) as const) };
  },
};

async function endSpins(story: OracleStory, given: RowArguments, decision: 'settled' | 'voided'): Promise<RowOutcome> {
  const round = given.named['of'] ?? 'r1';
  const play = await playOf(story, { ...given, named: { ...given.named, round } });
  const amount = decision === 'settled' ? readAmount(given.at(1), gameOf(story, play.member)) : money(0n);
  story.round = play;
  const word = await story.product.decideSpins(play.member, round, { decision, amount });
  if (word !== 'decided') return { word };
  story.provider.endSpins(round);
  const nothing: Effect = { amount: 0n, changes: [] };
  const effect =
    decision === 'settled' ? story.provider.win(`spins-${round}`, { round, amount, ref: undefined }) : nothing;
  return { word, after: [...toFacts(play, effect), toSpins(play, 'stated', 0)] };
}

async function besides(story: OracleStory, given: RowArguments, operation: 'award' | 'tip'): Promise<RowOutcome> {
  const txId = given.named['tx'] ?? operation;
  const round = `${operation}:${txId}`;
  const play = { ...(await playOf(story, given)), round, origin: round };
  const amount = readAmount(given.at(1), gameOf(story, play.member));
  const { isTable: _isTable, ...call } = await callOf(story, play);
  const worth = operation === 'award' ? amount : -amount;
  return send(story, play, { ...call, roundId: '', operation, txId, amount }, () => {
    story.provider.place(txId, play.round);
    return { amount: worth, changes: [] };
  });
}

function reportBet(
  story: OracleStory,
  { member, round: playedIn, origin: round, gameCode }: Play,
  bet: {
    txId: string;
    amount: bigint;
    isFree: boolean;
    positions: readonly StakePosition[];
    market: string | undefined;
  },
): void {
  const { txId, amount, isFree, positions } = bet;
  const market = bet.market ?? playedIn;
  const at = story.product.now().getTime();
  if (!isFree) story.provider.recordPaidRound(member.name, gameCode, { round: playedIn, at });
  const what = { txId, round, playedIn, market, stake: amount, isFree, positions };
  story.report({ kind: 'bet', member: member.name, ...what });
}
