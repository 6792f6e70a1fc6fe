import assert from 'node:assert/strict';
import { test } from 'node:test';

import {
  isCompatible,
  type KnownMovement,
  type LineReport,
  placeDisplacedLine,
  placeLine,
  placeSlip,
  type SlipReport,
} from './movement-matching.ts';

const noon = new Date('2026-11-20T12:00:00+07:00').getTime();
const MINUTE_MS = 60_000;
const at = (minutes: number): Date => new Date(noon + minutes * MINUTE_MS);

let references = 0;

/** A slip of a member whose account ends with these digits; `member` undefined: the sender is not proven. */
function slip(minutes: number, member: string | undefined, given: Partial<SlipReport> = {}): SlipReport {
  references += 1;
  return {
    transferredAt: at(minutes),
    sendingBank: '014',
    transRef: `R${references}`,
    senderAccount: `111222${member ?? '9999'}`,
    sender: member === undefined ? undefined : { member, fullName: 'สมชาย ใจดี' },
    ...given,
  };
}

function line(minutes: number, named: string | undefined, given: Partial<LineReport> = {}): LineReport {
  return {
    bookedAt: at(minutes),
    receivedAt: at(minutes),
    senderBank: named === undefined ? undefined : '014',
    senderTail: named,
    senderName: undefined,
    transRef: undefined,
    named,
    ...given,
  };
}

function movement(id: number, given: Partial<KnownMovement>): KnownMovement {
  return { movementId: BigInt(id), state: 'credited', holder: undefined, slip: undefined, line: undefined, ...given };
}

const slipOnly = (id: number, minutes: number, member: string): KnownMovement =>
  movement(id, { holder: member, slip: slip(minutes, member) });
const lineOnly = (id: number, minutes: number, given: Partial<KnownMovement> = {}): KnownMovement =>
  movement(id, { state: 'seen', line: line(minutes, undefined), ...given });
const pair = (id: number, slipped: number, booked: number, member: string, named?: string): KnownMovement =>
  movement(id, { holder: member, slip: slip(slipped, member), line: line(booked, named) });

test('fits a line that is booked from ten minutes before to eight hours after the transfer', () => {
  const of = (minutes: number) => isCompatible(slip(0, '3334'), line(minutes, '3334'));
  assert.deepEqual([-11, -10, 0, 480, 481].map(of), [false, true, true, true, false]);
});

test('fits across midnight', () => {
  const transferred = slip(0, '3334', { transferredAt: new Date('2026-11-20T23:58:00+07:00') });
  const booked = (time: string) => isCompatible(transferred, line(0, '3334', { bookedAt: new Date(time) }));
  assert.equal(booked('2026-11-21T03:30:00+07:00'), true);
  assert.equal(booked('2026-11-20T23:50:00+07:00'), true);
});

test('fits a line that has a date and no time with every transfer of that day and of the evening before', () => {
  const midnight = line(0, '3334', { bookedAt: new Date('2026-11-20T00:00:00+07:00') });
  const of = (time: string) => isCompatible(slip(0, '3334', { transferredAt: new Date(time) }), midnight);
  assert.deepEqual(
    [
      '2026-11-19T15:59:00+07:00',
      '2026-11-19T16:01:00+07:00',
      '2026-11-20T23:59:00+07:00',
      '2026-11-21T00:11:00+07:00',
    ].map(of),
    [false, true, true, false],
  );
  const known = [slipOnly(1, 600, '3334')];
  const stamped = { ...midnight, bookedAt: new Date('2026-11-20T00:00:00+07:00') };
  assert.deepEqual(placeLine(stamped, known), { kind: 'joins', movementId: 1n, moves: [] });
  const seen = movement(2, { state: 'seen', line: { ...stamped, named: undefined } });
  assert.equal(placeSlip(slip(600, '3334'), [seen], '3334').kind, 'joins');
});

for (const [name, other] of [
  ['bank', { senderBank: '006' }],
  ['digits', { senderTail: '3335' }],
  ['reference', { transRef: 'Other' }],
  ['name', { senderName: 'นาย คนอื่น ไกล' }],
] as const) {
  test(`separates a slip and a line of another ${name}`, () => {
    assert.equal(isCompatible(slip(0, '3334'), line(1, '3334', other)), false);
  });
}

test('compares digits where both show them', () => {
  const hidden = slip(0, '3334', { senderAccount: 'xxxxx2333x' });
  assert.equal(isCompatible(hidden, line(1, '3334')), true);
  assert.equal(isCompatible(hidden, line(1, '9334')), false);
  assert.equal(isCompatible(slip(0, '3334', { senderAccount: undefined }), line(1, '9334')), true);
});

test('joins a line to the slip of its member, and else to the nearest', () => {
  const known = [slipOnly(1, 0, '3334'), slipOnly(2, 4, '4445')];
  assert.deepEqual(placeLine(line(5, '3334'), known), { kind: 'joins', movementId: 1n, moves: [] });
  assert.deepEqual(placeLine(line(5, undefined), known), { kind: 'joins', movementId: 2n, moves: [] });
  assert.deepEqual(placeLine(line(5, '5556'), known), { kind: 'new' });
});

test('moves a line on when its slip is the only one that fits a new line', () => {
  // The first line was booked near both transfers and took the second; the new one fits the second only.
  const known = [slipOnly(1, 0, '3334'), pair(2, 300, 310, '3334', '3334')];
  assert.deepEqual(placeLine(line(485, '3334'), known), {
    kind: 'joins',
    movementId: 2n,
    moves: [{ from: 2n, to: 1n }],
  });
});

test('joins no line without a sender when another line names the member of the slip', () => {
  const known = [pair(1, 0, 1, '3334')];
  assert.deepEqual(placeLine(line(2, '3334'), known), {
    kind: 'joins',
    movementId: 1n,
    moves: [{ from: 1n, to: undefined }],
  });
  assert.deepEqual(placeLine(line(2, undefined), known), { kind: 'new' });
});

test('treats a second line of a member as a second transfer', () => {
  assert.deepEqual(placeLine(line(2, '3334'), [pair(1, 0, 1, '3334', '3334')]), { kind: 'new' });
});

test('holds a line of a member for an operator if it is booked over eight hours after a slip of the same amount', () => {
  const known = [slipOnly(1, 0, '3334')];
  assert.deepEqual(placeLine(line(481, '3334'), known), { kind: 'doubtful', movementId: 1n });
  assert.deepEqual(placeLine(line(481, undefined), known), { kind: 'new' });
});

test('holds a line of a member for an operator whose date is wrong by minutes to a month', () => {
  const known = [slipOnly(1, 0, '3334')];
  for (const minutes of [-11.4, -60, -7 * 60, 17 * 60, 48 * 60, 30 * 1_440, -30 * 1_440]) {
    const wrong = line(minutes, '3334', { receivedAt: at(31 * 1_440) });
    assert.deepEqual(placeLine(wrong, known), { kind: 'doubtful', movementId: 1n }, `${minutes} minutes`);
  }
  // A line that arrived before the transfer is of another one.
  assert.deepEqual(placeLine(line(-60, '3334'), known), { kind: 'new' });
  assert.deepEqual(placeLine(line(17 * 60, undefined), known), { kind: 'new' });
  assert.deepEqual(placeLine(line(32 * 1_440, '3334'), known), { kind: 'new' });
  assert.deepEqual(placeLine(line(17 * 60, '3334'), [pair(1, 0, 1, '3334', '3334')]), { kind: 'new' });
});

test('keeps a pair with one reference together', () => {
  const certain = movement(1, {
    holder: '3334',
    slip: slip(0, '3334', { transRef: 'Shared' }),
    line: line(1, '3334', { transRef: 'Shared' }),
  });
  assert.deepEqual(placeLine(line(2, '3334'), [certain]), { kind: 'new' });
  assert.deepEqual(placeSlip(slip(0, '3334'), [certain], '3334'), { kind: 'new' });
});

test('matches a slip with the line that credited its member', () => {
  const credited = lineOnly(1, 1, { state: 'credited', holder: '3334', line: line(1, '3334') });
  const joins = { kind: 'joins', movementId: 1n, moves: [], splitsSlip: false };
  assert.deepEqual(placeSlip(slip(0, '3334'), [credited, lineOnly(2, 1)], '3334'), joins);
});

test('joins a slip to the line of an unclaimed movement, and prefers a line that shows the sender', () => {
  const shows = lineOnly(2, 3, { line: { ...line(3, '3334'), named: undefined } });
  const place = placeSlip(slip(0, '3334'), [lineOnly(1, 1), shows], '3334');
  assert.deepEqual(place, { kind: 'joins', movementId: 2n, moves: [], splitsSlip: false });
});

test('exchanges lines so that a slip joins an unclaimed one', () => {
  // The slip fits the line of the first movement only; the slip there fits the unclaimed line.
  const known = [pair(1, 300, 301, '4445'), lineOnly(2, 655)];
  assert.deepEqual(placeSlip(slip(0, '3334'), known, '3334'), {
    kind: 'joins',
    movementId: 2n,
    moves: [
      { from: 1n, to: 2n },
      { from: 2n, to: 1n },
    ],
    splitsSlip: false,
  });
});

test('disputes a line that was credited to another member or returned', () => {
  for (const given of [
    { state: 'credited', holder: '4445' },
    { state: 'claimed', holder: '4445' },
    { state: 'returned' },
  ] as const) {
    const known = [lineOnly(1, 1, given)];
    assert.deepEqual(placeSlip(slip(0, '3334'), known, '3334'), { kind: 'disputes', movementId: 1n });
    const joins = { kind: 'joins', movementId: 1n, moves: [], splitsSlip: false };
    assert.deepEqual(placeSlip(slip(0, undefined), known, undefined), joins, 'without a claimant nothing is disputed');
  }
});

test('splits the slip of another from the line that the holder proves', () => {
  const disputed = movement(1, { state: 'disputed', holder: '3334', slip: slip(0, '4445'), line: line(1, undefined) });
  const place = placeSlip(slip(0, '3334'), [disputed], '3334');
  assert.deepEqual(place, { kind: 'joins', movementId: 1n, moves: [], splitsSlip: true });
});

test('treats a second slip of a member as a second transfer', () => {
  assert.deepEqual(placeSlip(slip(1, '3334'), [pair(1, 0, 1, '3334', '3334')], '3334'), { kind: 'new' });
});

test('holds a slip for an operator if its member was credited for a line that was dated far from it and arrived later', () => {
  const credited = (minutes: number) => [
    lineOnly(1, minutes, { state: 'credited', holder: '3334', line: line(minutes, '3334') }),
  ];
  assert.deepEqual(placeSlip(slip(0, '3334'), credited(500), '3334'), { kind: 'doubtful', movementId: 1n });
  for (const minutes of [-11.4, -60, -7 * 60, 17 * 60, 48 * 60, 30 * 1_440]) {
    const shifted = line(minutes, '3334', { receivedAt: at(1) });
    const known = [lineOnly(1, minutes, { state: 'credited', holder: '3334', line: shifted })];
    assert.deepEqual(placeSlip(slip(0, '3334'), known, '3334'), { kind: 'doubtful', movementId: 1n }, `${minutes}`);
  }
  // That line arrived an hour before the transfer.
  assert.deepEqual(placeSlip(slip(0, '3334'), credited(-60), '3334'), { kind: 'new' });
  assert.deepEqual(placeSlip(slip(0, '3334'), credited(32 * 1_440), '3334'), { kind: 'new' });
});

test('joins a line to another slip when the line with the reference displaces it', () => {
  const from = pair(1, 0, 1, '3334');
  assert.deepEqual(placeDisplacedLine(from, [from, slipOnly(2, 0, '4445')]), [{ from: 1n, to: 2n }]);
  assert.deepEqual(placeDisplacedLine(from, [from]), [{ from: 1n, to: undefined }]);
});
