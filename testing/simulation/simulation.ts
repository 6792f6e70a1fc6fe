// One simulation run per seed: players, a provider, an unreliable network and the wallet. Every invariant of the
// protocol is checked at the end.
//
// Always true: over the memory wallet a seed always gives the same run; over PostgreSQL the database determines the
// order inside a tick. Findings are sentences; an empty list means that every invariant held.
//
// Elsewhere: the command (main.ts), the planted faults (memory-host.ts).

import { type Money, baht } from '@chaba/money';
import { chart } from '@chaba/server/core/chart-of-accounts';
import type { WalletCommand } from '@chaba/server/modules/wallet-commands';
import type { Round } from '@chaba/server/modules/wallet/rounds';

import { SeededRandom } from '#testing/seeded-random';
import { MemoryHost, type PlantedFault } from './memory-host.ts';
import { Network, type NetworkFaults, type WalletHost } from './network.ts';
import { type GrantedSpins, type ProviderRecords, SimulatedProvider, WIN_CAP } from './simulated-provider.ts';

const PLAYERS = 3;
const ROUNDS = 14;
const HEALS_AT = 400;

type SpinState = Pick<Round, 'state' | 'freeSpins'>;
type Story = {
  readonly network: Network;
  readonly belief: ProviderRecords;
  readonly start: ReadonlyMap<bigint, bigint>;
};

/** Runs one seed against a wallet whose members have the given balances. */
export async function playSeed(seed: number, start: ReadonlyMap<bigint, bigint>, host: WalletHost): Promise<Story> {
  const random = new SeededRandom(seed);
  const network = new Network(random, host, faultsOf(random));
  const provider = new SimulatedProvider(random, network);
  const players = [...start.keys()];
  for (let round = 0; round < ROUNDS; round += 1) {
    network.after(random.whole(0, HEALS_AT / 2), () => provider.play(random.pick(players)));
  }
  await network.run();
  return { network, belief: provider.belief, start };
}

function faultsOf(random: SeededRandom): NetworkFaults {
  return {
    loss: random.pick([0, 0.05, 0.3]),
    duplicate: random.pick([0, 0.1, 0.4]),
    slowest: random.pick([1, 6, 30]),
    fall: random.pick([0, 0.05, 0.2]),
    healsAt: HEALS_AT,
  };
}

/** Balances of the players: mostly sufficient, sometimes too small for the stakes. */
export function moneyOf(seed: number): Map<bigint, Money> {
  const random = new SeededRandom(seed + 1);
  return new Map(
    Array.from({ length: PLAYERS }, (_, place) => [BigInt(place + 1), baht(random.pick([40, 1_000, 1_000]))] as const),
  );
}

/** Loss limits of the players: one player has a limit in half of the runs. */
export function limitsOf(seed: number): Map<bigint, Money> {
  const limit = new SeededRandom(seed + 3).pick([0, 0, 15, 60]);
  return new Map(limit === 0 ? [] : [[BigInt(PLAYERS), baht(limit)]]);
}

/** Runs one seed in memory and returns the findings. */
export async function simulate(seed: number, fault?: PlantedFault): Promise<string[]> {
  const start = moneyOf(seed);
  const wallet = new MemoryHost(start, limitsOf(seed), new SeededRandom(seed + 2), fault);
  try {
    const story = await playSeed(seed, start, wallet);
    return [
      ...checkInvariants(story, (memberId) => wallet.balance(memberId)),
      ...(await spinFindings(story, (feature) => wallet.findRound(feature))),
      ...turnoverFindings(story, wallet),
      ...sumFindings(wallet),
      ...heldFindings(wallet),
      ...lossFindings(story, wallet),
    ];
  } catch (error) {
    return [error instanceof Error ? error.message : String(error)];
  }
}

/** Held wins are booked as held, and no win above the cap was paid without a release. */
function heldFindings({ records }: MemoryHost): string[] {
  const held = new Map<bigint, bigint>();
  for (const { memberId, amount } of records.held.values()) held.set(memberId, (held.get(memberId) ?? 0n) + amount);
  const findings: string[] = [];
  for (const memberId of records.lines.keys()) {
    const booked = records.balances.get(`${memberId}:${chart.winsHeld.kind}`) ?? 0n;
    if (booked !== (held.get(memberId) ?? 0n)) {
      findings.push(`player ${memberId} has ${booked} held, which differs from the sum of its held wins`);
    }
  }
  for (const [key, { operation, amount, txId }] of records.done) {
    const isPayout = operation === 'win' || operation === 'award';
    if (isPayout && amount > WIN_CAP && !records.everHeld.has(key)) {
      findings.push(`${txId} is above the cap and was not held`);
    }
  }
  return findings;
}

/** Recorded losses equal the missing playable money, and no bet exceeded a limit. */
function lossFindings({ start }: Story, { records }: MemoryHost): string[] {
  const wrong = [...records.losses].flatMap(([memberId, lost]) => {
    const of = (kind: number): bigint => records.balances.get(`${memberId}:${kind}`) ?? 0n;
    const missing = (start.get(memberId) ?? 0n) - of(chart.game.kind) - of(chart.receivable.kind);
    return lost === missing ? [] : [`player ${memberId} lost ${missing}, the wallet counted ${lost}`];
  });
  return [...wrong, ...records.aboveLimit.map((txId) => `${txId} was taken above the limit of its player`)];
}

/** Checks the invariants that every wallet must hold, whatever its storage. */
export function checkInvariants(story: Story, balanceOf: (memberId: bigint) => bigint): string[] {
  const findings = [...story.belief.wrongs];
  for (const [memberId, money] of story.start) {
    const expected = money + (story.belief.moved.get(memberId) ?? 0n);
    const found = balanceOf(memberId);
    if (found !== expected) findings.push(`player ${memberId} has ${found}, the provider counted ${expected}`);
  }
  return [...findings, ...answerFindings(story.network)];
}

/** A round that granted free spins is open, with their number, until the last one has its result. */
export async function spinFindings(
  { belief }: Story,
  find: (feature: GrantedSpins) => Promise<SpinState | undefined> | SpinState | undefined,
): Promise<string[]> {
  const findings: string[] = [];
  for (const feature of belief.features.values()) {
    const { roundId, isOpen, waiting } = feature;
    const expected = `${isOpen ? 'open' : 'closed'} with ${waiting} free spins`;
    const round = await find(feature);
    const found = `${round?.state ?? 'unknown'} with ${round?.freeSpins ?? 0} free spins`;
    if (found !== expected) findings.push(`${roundId} is ${found}, the provider counted ${expected}`);
  }
  return findings;
}

/** Each id has one result: carried out once, answered identically on every retry, and no negative balance. */
function answerFindings({ answers }: Network): string[] {
  const findings: string[] = [];
  const firsts = new Map<string, { text: string; isFirstSeen: boolean }>();
  for (const { command: call, outcome: answer } of answers) {
    if (answer.before < 0n || answer.after < 0n) findings.push(`${answer.txId} returned a balance below zero`);
    if (answer.code !== 'OK') continue;
    const name = `${call.memberId}/${idsOf(call)}`;
    const text = `${answer.before}→${answer.after}`;
    const first = firsts.get(name);
    if (first && first.text !== text) findings.push(`${name} returned ${first.text} and then ${text}`);
    if (first?.isFirstSeen === true && !answer.isDuplicate) findings.push(`${name} was carried out twice`);
    firsts.set(name, { text, isFirstSeen: first?.isFirstSeen === true || !answer.isDuplicate });
  }
  return findings;
}

function idsOf(command: WalletCommand): string {
  if (command.operation === 'play') return command.parts.map(({ txId }) => txId).join('+');
  if (command.operation === 'endRound') return command.roundId;
  return command.operation === 'rollback' ? `${command.txId}>${command.refTxId}` : command.txId;
}

function turnoverFindings(story: Story, wallet: MemoryHost): string[] {
  return [...story.start.keys()].flatMap((memberId) => {
    const now = (wallet.records.lines.get(memberId) ?? []).reduce((sum, line) => sum + line.progress, 0n);
    const expected = story.belief.turnover.get(memberId) ?? 0n;
    return now === expected ? [] : [`player ${memberId} turned over ${now}, the provider counted ${expected}`];
  });
}

function sumFindings({ records }: MemoryHost): string[] {
  let sum = 0n;
  for (const balance of records.balances.values()) sum += balance;
  for (const balance of records.house.values()) sum += balance;
  const isShort = [...records.balances].some(([key, balance]) => balance < 0n && key.endsWith(`:${chart.game.kind}`));
  return [...(sum === 0n ? [] : [`the books sum to ${sum}`]), ...(isShort ? ['a balance is below zero'] : [])];
}
