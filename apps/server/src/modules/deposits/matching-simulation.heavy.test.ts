// The rule of movement-matching.ts against 100,000 ordinary transfers in memory: at most one in 200 may wait for an
// operator, and none is credited twice or to another member. SIMULATION_SEED=<number> runs other transfers.
//
// A transfer comes from the account that is bound to its member. The bank books it at once or up to four hours late,
// and dates the line by the transfer or by the booking; each receiving bank shows as much of the sender as it does.
// Members send the slip at once, or when nothing was credited after some minutes; a few never do.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { SeededRandom } from '@chaba/testing/seeded-random';

import { type Candidate, onlyCandidate, SENDER_TAIL_MIN } from './feed-matching.ts';
import {
  COMPARED_AROUND_MS,
  FAR_MAX_MS,
  type KnownMovement,
  type LineMove,
  type LineReport,
  type MemberKey,
  placeLine,
  placeSlip,
  type SlipReport,
} from './movement-matching.ts';

const TRANSFERS = 100_000;
const WAITING_MAX = TRANSFERS / 200;
const MEMBERS = 20_000;
const DAYS = 14;
const seed = Number(process.env['SIMULATION_SEED'] ?? 20261122);

const SECOND_MS = 1_000;
const MINUTE_MS = 60 * SECOND_MS;
const HOUR_MS = 60 * MINUTE_MS;
const DAY_MS = 24 * HOUR_MS;
const FIRST_DAY = Date.parse('2026-11-01T00:00:00+07:00');

const random = new SeededRandom(seed);
const between = (least: number, most: number): number => least + random.next() * (most - least);
const digits = (count: number): string => Array.from({ length: count }, () => Math.floor(random.next() * 10)).join('');

/** Draws one by its weight. */
function pick<Item>(items: readonly Item[], weights: readonly number[]): Item {
  let left = random.next() * weights.reduce((sum, weight) => sum + weight, 0);
  const found = weights.findIndex((weight) => (left -= weight) < 0);
  return items.at(found) as Item;
}

type SimulatedMember = {
  readonly key: MemberKey;
  readonly id: bigint;
  readonly bank: string;
  readonly account: string;
  readonly name: string;
};

const SENDER_BANKS = ['004', '014', '002', '006', '025', '011', '030'];
const SENDER_BANK_WEIGHTS = [35, 20, 15, 12, 8, 6, 4];
const FIRST_NAMES = ['สมชาย', 'สมหญิง', 'วิชัย', 'มาลี', 'ประเสริฐ', 'สุดา', 'อนันต์', 'กมล', 'ธนพล', 'พิมพ์ใจ', 'ณัฐ', 'ศิริพร'];
const LAST_NAMES = ['ใจดี', 'สุขสันต์', 'ทองคำ', 'แก้วใส', 'ศรีสุข', 'บุญมา', 'รุ่งเรือง', 'วงศ์ดี', 'พรหมมา', 'มีทรัพย์'];

function createMembers(): SimulatedMember[] {
  return Array.from({ length: MEMBERS }, (_, index) => {
    const first = FIRST_NAMES[Math.floor(random.next() * FIRST_NAMES.length)] ?? '';
    const last = `${LAST_NAMES[Math.floor(random.next() * LAST_NAMES.length)] ?? ''}${index % 97}`;
    return {
      key: `1/${index}`,
      id: BigInt(index),
      bank: pick(SENDER_BANKS, SENDER_BANK_WEIGHTS),
      account: digits(10),
      name: `${first} ${last}`,
    };
  });
}

/** The sender as a receiving bank shows it. */
type Shown = Pick<LineReport, 'senderBank' | 'senderTail' | 'senderName'>;
const nothing: Shown = { senderBank: undefined, senderTail: undefined, senderName: undefined };
type Receiver = {
  readonly name: string;
  readonly cutsSeconds: boolean;
  readonly show: (sender: SimulatedMember) => Shown;
};

/** The last four digits of senders of the same bank, no fields of others. */
const ownOnly: Receiver = {
  name: 'own senders only',
  cutsSeconds: true,
  show: ({ bank, account }) =>
    bank === '004' ? { ...nothing, senderBank: bank, senderTail: account.slice(-4) } : nothing,
};
/** The bank and six digits, or nothing for transfers by PromptPay. */
const often: Receiver = {
  name: 'often',
  cutsSeconds: true,
  show: ({ bank, account }) =>
    random.is(0.3) ? nothing : { ...nothing, senderBank: bank, senderTail: account.slice(-6) },
};
/** Bank, four digits, and the name with its end cut. */
const all: Receiver = {
  name: 'all',
  cutsSeconds: false,
  show: ({ bank, account, name }) => ({ senderBank: bank, senderTail: account.slice(-4), senderName: cut(name) }),
};
const never: Receiver = { name: 'never', cutsSeconds: true, show: () => nothing };
const RECEIVERS = [ownOnly, often, all, never];
const RECEIVER_WEIGHTS = [35, 25, 32, 8];

function cut(name: string): string {
  const [first = '', last = ''] = name.split(' ');
  return `นาย ${first} ${last.slice(0, 1)}`;
}

const ROUND_AMOUNTS = [100, 200, 300, 500, 1_000, 50, 2_000, 150, 5_000];
const ROUND_AMOUNT_WEIGHTS = [22, 13, 10, 15, 12, 7, 4, 3, 2];
const OTHER_AMOUNT_SHARE = 0.12;

function someAmount(): number {
  if (!random.is(OTHER_AMOUNT_SHARE)) return pick(ROUND_AMOUNTS, ROUND_AMOUNT_WEIGHTS);
  return random.is(0.5) ? Math.ceil(between(1, 300)) * 10 : Math.ceil(between(2_000, 300_000)) / 100;
}

/** Many transfers in the evening, few before dawn. */
function someTime(): number {
  const hour = 2 * pick([...Array(12).keys()], [2, 1, 1, 2, 3, 5, 6, 5, 6, 8, 12, 8]);
  const at = FIRST_DAY + Math.floor(between(0, DAYS)) * DAY_MS + between(hour, hour + 2) * HOUR_MS;
  return Math.floor(at / SECOND_MS) * SECOND_MS;
}

function hoursOfDay(at: number): number {
  return ((at - FIRST_DAY) % DAY_MS) / HOUR_MS;
}

const DELAYS = [0, 40 * SECOND_MS, 10 * MINUTE_MS, HOUR_MS, 4 * HOUR_MS];

/** The delay of the booking: around midnight more frequent and longer. */
function someDelay(at: number): number {
  const isMidnight = hoursOfDay(at) > 23 || hoursOfDay(at) < 0.5;
  const place = pick([0, 1, 2, 3], isMidnight ? [40, 20, 25, 15] : [90, 6, 3, 1]);
  return between(DELAYS[place] ?? 0, DELAYS[place + 1] ?? 0);
}

const SLIP_DELAYS = [5 * MINUTE_MS, 15 * MINUTE_MS, 3 * HOUR_MS, 20 * HOUR_MS];

/** The time at which members send a slip because no credit arrived. */
function drawPatience(): number {
  const place = pick([0, 1, 2], [80, 18, 2]);
  return between(SLIP_DELAYS[place] ?? 0, SLIP_DELAYS[place + 1] ?? 0);
}

type Transfer = { readonly id: number; readonly at: number; readonly member: SimulatedMember; readonly bucket: string };
type Message = { readonly at: number; readonly transfer: Transfer } & (
  | { readonly kind: 'line'; readonly line: LineReport }
  | { readonly kind: 'slip'; readonly slip: SlipReport; readonly isOnlyWhenMissing: boolean }
);

class World {
  readonly members = createMembers();
  readonly #byTail = Map.groupBy(this.members, ({ account }) => account.slice(-4));

  candidate(shown: Shown): Candidate | undefined {
    const { senderTail: tail, senderBank: bank } = shown;
    if (tail === undefined || tail.length < SENDER_TAIL_MIN) return undefined;
    const fitting = (this.#byTail.get(tail.slice(-4)) ?? []).filter(
      (member) => member.account.endsWith(tail) && (bank === undefined || member.bank === bank),
    );
    return onlyCandidate(
      shown,
      fitting.map(({ id, name }) => ({ siteId: 1, memberId: id, fullName: name })),
    );
  }

  /** All reports of all transfers, in order of arrival. */
  messages(): { transfers: Transfer[]; messages: Message[] } {
    const transfers: Transfer[] = [];
    const messages: Message[] = [];
    for (let id = 0; id < TRANSFERS; id += 1) {
      // Some members deposit the same amount every day.
      const member = this.members[Math.floor(random.next() ** 2.2 * MEMBERS)] as SimulatedMember;
      const receiver = pick(RECEIVERS, RECEIVER_WEIGHTS);
      const transfer = { id, at: someTime(), member, bucket: `${receiver.name} ${someAmount()}` };
      transfers.push(transfer);

      const arrives = transfer.at + someDelay(transfer.at);
      const booked = random.is(0.5) ? arrives : transfer.at + between(-2 * MINUTE_MS, 2 * MINUTE_MS);
      const shown = receiver.show(member);
      const candidate = this.candidate(shown);
      const line: LineReport = {
        ...shown,
        bookedAt: new Date(receiver.cutsSeconds ? Math.floor(booked / MINUTE_MS) * MINUTE_MS : Math.floor(booked)),
        receivedAt: new Date(arrives),
        transRef: undefined,
        named: candidate && `${candidate.siteId}/${candidate.memberId}`,
      };
      messages.push({ kind: 'line', at: arrives + between(0, 5 * SECOND_MS), transfer, line });

      const slip: SlipReport = {
        transferredAt: new Date(transfer.at),
        sendingBank: member.bank,
        transRef: `R${id}`,
        senderAccount: member.account,
        sender: { member: member.key, fullName: member.name },
      };
      if (random.is(0.35)) {
        const at = transfer.at + between(20 * SECOND_MS, 3 * MINUTE_MS);
        messages.push({ kind: 'slip', at, transfer, slip, isOnlyWhenMissing: false });
      } else if (random.is(0.995)) {
        const at = transfer.at + drawPatience();
        messages.push({ kind: 'slip', at, transfer, slip, isOnlyWhenMissing: true });
      }
    }
    // In order of arrival.
    messages.sort((one, other) => one.at - other.at);
    return { transfers, messages };
  }
}

type Kept = { -readonly [Name in keyof KnownMovement]: KnownMovement[Name] } & { at: number };

/** Most reports arrive within this time. */
const DELAYED_MS = 4 * HOUR_MS;

/** Movements in memory, changed as record.ts changes them in the database. */
class MovementsInMemory {
  readonly movements: Kept[] = [];
  readonly #buckets = new Map<string, Kept[]>();
  /** The movements of each bucket that reports are compared with, and some older ones. */
  readonly #recent = new Map<string, Kept[]>();
  readonly #held = new Map<string, Kept[]>();
  #now = 0;
  /** Credits by member and bucket. */
  readonly credits = new Map<string, number>();

  receiveLine(bucket: string, line: LineReport): void {
    const known = this.#near(bucket, line.bookedAt.getTime(), line.named);
    const place = placeLine(line, known);
    if (place.kind === 'joins') {
      this.#move(bucket, place.moves);
      const movement = this.#of(place.movementId);
      movement.line = line;
      if (movement.state === 'seen' && line.named !== undefined) this.#credit(bucket, movement, line.named);
      return;
    }
    const movement = this.#open(bucket, line.bookedAt, { line });
    if (place.kind === 'doubtful') {
      this.#hold(bucket, movement, 'claimed', line.named);
    } else if (line.named !== undefined) this.#credit(bucket, movement, line.named);
  }

  sendSlip(bucket: string, slip: SlipReport, member: MemberKey): void {
    const place = placeSlip(slip, this.#near(bucket, slip.transferredAt.getTime(), member), member);
    if (place.kind === 'new' || place.kind === 'doubtful') {
      const movement = this.#open(bucket, slip.transferredAt, { slip });
      if (place.kind === 'new') return this.#credit(bucket, movement, member);
      this.#hold(bucket, movement, 'claimed', member);
      return;
    }
    const movement = this.#of(place.movementId);
    if (place.kind === 'disputes') {
      movement.state = 'disputed';
      return;
    }
    assert.ok(
      place.kind === 'joins' && !place.splitsSlip,
      'no member sends the slip of another member in this simulation',
    );
    this.#move(bucket, place.moves);
    movement.slip = slip;
    movement.at = slip.transferredAt.getTime();
    if (movement.state === 'seen') this.#credit(bucket, movement, member);
  }

  /** As listComparableMovements: the near ones, and those of the member with one report at any distance. */
  #near(bucket: string, at: number, member: MemberKey | undefined): Kept[] {
    const near =
      at >= this.#now - DELAYED_MS
        ? (this.#recent.get(bucket) ?? [])
        : (this.#buckets.get(bucket) ?? []).filter((movement) => Math.abs(movement.at - at) <= COMPARED_AROUND_MS);
    const held = this.#held.get(`${bucket} ${member ?? ''}`) ?? [];
    const far = held.filter(
      (movement) => (!movement.slip || !movement.line) && Math.abs(movement.at - at) <= FAR_MAX_MS,
    );
    return [...new Set([...near, ...far])];
  }

  /** Movements older by a day than the compared ones are dropped. */
  advanceTo(now: number): void {
    this.#now = now;
    for (const [bucket, movements] of this.#buckets) {
      const kept = movements.filter((movement) => movement.at >= now - COMPARED_AROUND_MS - DAY_MS);
      this.#buckets.set(bucket, kept);
      this.#recent.set(
        bucket,
        kept.filter((movement) => movement.at >= now - COMPARED_AROUND_MS - DELAYED_MS),
      );
    }
  }

  #of(movementId: bigint): Kept {
    return this.movements[Number(movementId)] as Kept;
  }

  #open(bucket: string, at: Date, part: Partial<Kept>): Kept {
    const movement: Kept = {
      movementId: BigInt(this.movements.length),
      state: 'seen',
      holder: undefined,
      slip: undefined,
      line: undefined,
      at: at.getTime(),
      ...part,
    };
    this.movements.push(movement);
    for (const lists of [this.#buckets, this.#recent]) {
      const of = lists.get(bucket);
      if (of) of.push(movement);
      else lists.set(bucket, [movement]);
    }
    return movement;
  }

  #move(bucket: string, moves: readonly LineMove[]): void {
    const lines = moves.map(({ from }) => this.#of(from).line as LineReport);
    for (const { from } of moves) this.#of(from).line = undefined;
    for (const [index, { to }] of moves.entries()) {
      const line = lines[index] as LineReport;
      if (to === undefined) this.#open(bucket, line.bookedAt, { line });
      else this.#of(to).line = line;
    }
  }

  #hold(bucket: string, movement: Kept, state: Kept['state'], member: MemberKey | undefined): void {
    movement.state = state;
    movement.holder = member;
    const key = `${bucket} ${member ?? ''}`;
    this.#held.set(key, [...(this.#held.get(key) ?? []), movement]);
  }

  #credit(bucket: string, movement: Kept, member: MemberKey): void {
    this.#hold(bucket, movement, 'credited', member);
    const key = `${bucket} ${member}`;
    this.credits.set(key, (this.credits.get(key) ?? 0) + 1);
  }
}

test('holds at most one in 200 of 100,000 ordinary transfers and credits none twice or to another member', (t) => {
  const world = new World();
  const { messages } = world.messages();
  const store = new MovementsInMemory();
  const made = new Map<string, number>();
  const begun = new Set<number>();
  const began = performance.now();
  let wrong = 0;
  let sent = 0;
  for (const [index, message] of messages.entries()) {
    if (index % 2_000 === 0) store.advanceTo(message.at);
    const { transfer } = message;
    const key = `${transfer.bucket} ${transfer.member.key}`;
    if (!begun.has(transfer.id)) made.set(key, (made.get(key) ?? 0) + 1);
    begun.add(transfer.id);
    if (message.kind === 'line') store.receiveLine(transfer.bucket, message.line);
    else if (!message.isOnlyWhenMissing || (store.credits.get(key) ?? 0) < (made.get(key) ?? 0)) {
      sent += 1;
      store.sendSlip(transfer.bucket, message.slip, transfer.member.key);
    }
    // A credit without a transfer of this member is a wrong or a second credit.
    const credits = store.credits.get(key) ?? 0;
    if (credits > (made.get(key) ?? 0)) wrong += 1;
  }
  const seconds = (performance.now() - began) / 1_000;

  const excess = [...store.credits].reduce(
    (sum, [key, credits]) => sum + Math.max(0, credits - (made.get(key) ?? 0)),
    0,
  );
  const missing = [...made].reduce((sum, [key, count]) => sum + Math.max(0, count - (store.credits.get(key) ?? 0)), 0);
  const states = Object.groupBy(store.movements, ({ state }) => state);
  const count = (state: KnownMovement['state']): number => states[state]?.length ?? 0;
  const waiting = count('seen') + count('claimed') + count('disputed');
  const unnamed = messages.filter((message) => message.kind === 'line' && message.line.named === undefined).length;
  t.diagnostic(
    `seed ${seed}: ${TRANSFERS} transfers, ${unnamed} lines name no member, ${sent} slips; credited ${count('credited')}, ` +
      `waiting ${waiting} (seen ${count('seen')}, claimed ${count('claimed')}, disputed ${count('disputed')}), ` +
      `members not credited ${missing}, wrong ${wrong + excess}, ${Math.round(seconds)} s`,
  );
  assert.equal(wrong + excess, 0, 'credits without a transfer');
  assert.ok(waiting <= WAITING_MAX, `${waiting} wait for an operator`);
  assert.ok(missing <= waiting, `${missing} transfers are not credited, and only ${waiting} wait`);
});
