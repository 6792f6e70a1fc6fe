// One bank transfer is one movement and one credit, in any order and at any delay of its reports.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { getHouseBalance } from '@chaba/ledger';
import { baht, money, subtract } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { bankCommands, lineOf, openOurAccount, openTestBank, OUR_ACCOUNT, OUR_NAME } from '#testing/bank-commands';
import { NO_SENDER, openBankWorld } from '#testing/bank-world';
import { createMember, createSites } from '#testing/factories';
import { checkStory, type Commands, storyAmount } from '#testing/story';

import { assignDeposit, receiveFeed, receiveStatement, returnDeposit, waitingDeposits } from './deposits.ts';
import { ensureReceivingAccount } from '#modules/receiving-accounts';
import { rematchDeposits } from './bank-feed.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site } = await createSites(database);
await openOurAccount(database, site);

/** A sender as the feed with the fewest fields shows it. */
const UNKNOWN_SENDER = 'tail=none  name=none  bank=unknown';

async function checkTable(table: string): Promise<void> {
  const bank = openTestBank(database);
  const before = await getHouseBalance(database, site.id, chart.unmatched);
  const commands: Commands = {
    ...bankCommands(bank),
    unmatched: async () => ({
      amount: storyAmount(subtract(await getHouseBalance(database, site.id, chart.unmatched), before)),
    }),
  };
  await checkStory({ database, site, commands }, table);
}

test('joins a line that the bank books hours after the slip was credited', async () => {
  await checkTable(`
    transfer  A1  from=M1  amount=310.00  ago=5h   made
    slip      M1  A1                               credited
    feed      A1  delay=4h                         attached
    balance   M1  game=310.00
    movement  A1  state=credited  line=true  slip=true
  `);
});

test('joins a slip to a line that was booked hours after the transfer', async () => {
  await checkTable(`
    transfer  A2  from=M1  amount=311.00  ago=5h   made
    feed      A2  delay=4h                         credited
    slip      M1  A2                               SLIP_ALREADY_CREDITED
    balance   M1  game=311.00
  `);
});

test('joins a line that is dated a little before its transfer', async () => {
  await checkTable(`
    transfer  A3  from=M1  amount=312.00  ago=1h   made
    slip      M1  A3                               credited
    feed      A3  delay=-9m                        attached
    transfer  A4  from=M1  amount=313.00  ago=1h   made
    feed      A4  delay=-9m                        credited
    slip      M1  A4                               SLIP_ALREADY_CREDITED
    balance   M1  game=625.00
  `);
});

test('holds a line for an operator that is booked far later than a slip of the same member and amount', async () => {
  await checkTable(`
    transfer  A5  from=M1  amount=314.00  ago=10h  made
    slip      M1  A5                               credited
    feed      A5  delay=9h                         review
    movement  A5  state=credited  line=false
    transfer  A6  from=M2  amount=315.00  ago=10h  made
    feed      A6  delay=9h                         credited
    slip      M2  A6                               SLIP_UNDER_REVIEW
    balance   M1  game=314.00
    balance   M2  game=315.00
    unmatched  amount=629.00
  `);
});

test('joins a slip to the line of its transfer when that line arrives after another matching one', async () => {
  await checkTable(`
    transfer  O1  from=M1  amount=316.00  ago=5h   made
    transfer  O2  from=M1  amount=316.00  ago=1h   made
    slip      M1  O1                               credited
    slip      M1  O2                               credited
    feed      O1  line=LO1  delay=270m             attached      // booked near the second transfer, which it joins
    feed      O2  line=LO2  delay=-9m              attached
    balance   M1  game=632.00
    unmatched  amount=0.00
  `);
});

test('displaces a line without a sender when the line of the member arrives', async () => {
  await checkTable(`
    transfer  R1  from=M1  amount=317.00  ago=2h   made
    transfer  R2  from=M2  amount=317.00  ago=110m  made
    slip      M1  R1                               credited
    feed      R2  line=LR2  ${UNKNOWN_SENDER}              attached
    feed      R1  line=LR1  delay=90m              attached
    balance   M1  game=317.00
    unmatched  amount=317.00
    slip      M2  R2                               credited
    balance   M2  game=317.00
    unmatched  amount=0.00
  `);
});

test('disputes a reference that is reported with another amount or on another account', async () => {
  await ensureReceivingAccount(database, site.id, {
    kind: 'bank',
    bankCode: '004',
    account: '1231231230',
    holderName: OUR_NAME,
  });
  await checkTable(`
    transfer  D1  from=M1  amount=330.00           made
    slip      M1  D1                               credited
    feed      D1  ref=shown  amount=33.00           disputed
    movement  D1  state=disputed  reason=AMOUNT_DIFFERS
    feed      D1  ref=shown  amount=33.00           known
    balance   M1  game=330.00
    attach    D1  M1                               confirmed
    transfer  D2  from=M1  amount=331.00           made
    feed      D2  ref=shown  amount=33.10  tail=none  unmatched
    slip      M1  D2                               SLIP_DISPUTED
    balance   M1  game=330.00
    transfer  D3  from=M1  amount=332.00           made
    slip      M1  D3                               credited
    feed      D3  ref=shown  to=1231231230          disputed
    movement  D3  state=disputed  reason=ACCOUNT_DIFFERS
    balance   M1  game=662.00
  `);
});

test('disputes a movement whose line the bank sends again with another amount', async () => {
  await checkTable(`
    transfer  D4  from=M1  amount=333.00           made
    feed      D4  line=LD4                         credited
    feed      D4  line=LD4  amount=33.30           disputed
    feed      D4  line=LD4  amount=33.30           known
    movement  D4  state=disputed  reason=LINE_CHANGED
    balance   M1  game=333.00
  `);
});

test('counts a line once whatever its optional fields contain', async () => {
  await checkTable(`
    transfer  E1  from=M1  amount=340.00           made
    feed      E1  line=LE1  balance=1000.00        credited
    feed      E1  line=LE1                         known
    feed      E1  line=LE1  name=none              known
    feed      E1  line=LE1  ${UNKNOWN_SENDER}              known
    feed      E1  line=LE2  balance=1000.00        known              // another id; the balance shows that it is the same
    feed      E1  line=LE3  balance=1340.00        credited           // a second transfer
    balance   M1  game=680.00
  `);
});

/** As KBank writes it: 05/02/69 15:07. */
function formatStatementTime(at: Date): string {
  const [date = '', time = ''] = new Date(at.getTime() + 7 * 3_600_000).toISOString().split('T');
  const [year = '', month, day] = date.split('-');
  return `${day}/${month}/${String(Number(year) + 543).slice(2)} ${time.slice(0, 5)}`;
}

test('counts a statement line once that repeats a line of the feed', async () => {
  const world = openBankWorld(database);
  const member = await createMember(database, site, { bankCode: '004', bankAccount: '1112223899' });
  const at = new Date(Math.floor(Date.now() / 60_000 - 1_440) * 60_000 + 42_000);
  const written = (minutes: number) => formatStatementTime(new Date(at.getTime() + minutes * 60_000));
  const booking = {
    sendingBank: '004',
    transRef: 'x',
    at,
    amount: '341.25',
    senderName: 'นาย สมชาย ใ',
    senderAccount: member.bankAccount,
  };
  const line = {
    ...lineOf({ ...booking, toAccount: OUR_ACCOUNT, answer: 'OK' }, 'twin-1'),
    balanceAfter: money(2_000_0000n),
  };
  assert.deepEqual(await receiveFeed(database, [line]), ['credited']);
  const texts = [
    `${written(0)} บช X-7776 รับโอนจาก X-3899 341.25 คงเหลือ 2,000.00 บ.`,
    `${written(1)} บช X-7776 รับโอนจาก X-3899 341.25 คงเหลือ 2,341.25 บ.`,
  ];
  assert.deepEqual(await receiveStatement(database, site.id, { bankCode: '004' }, texts), ['known', 'credited']);
  assert.deepEqual(await receiveStatement(database, site.id, { bankCode: '004' }, texts), ['known', 'known']);
  assert.equal(await world.game(member), 6_825_000n);
  assert.deepEqual(await world.findings(), []);
});

/** As feed lines of the test bank. */
const BOOKED_AFTER_MS = 2_000;

/** The message of the bank about a transfer of this member, with the balance after it. */
function textOf(at: Date, { bankAccount }: { readonly bankAccount: string }, amount: string, balance: string): string {
  const [date = '', time = ''] = new Date(at.getTime() + BOOKED_AFTER_MS + 7 * 3_600_000).toISOString().split('T');
  const [year = '', month, day] = date.split('-');
  const shown = `${day}/${month}/${(Number(year) + 543) % 100} ${time.slice(0, 5)}`;
  return `${shown} บช X-7776 รับโอนจาก X-${bankAccount.slice(-4)} ${amount} คงเหลือ ${balance} บ.`;
}

async function findHeld(member: { readonly id: bigint }) {
  const waiting = await waitingDeposits(database, site.id);
  return waiting.find(({ holder }) => holder?.memberId === member.id);
}

test('holds a line of the feed that a statement reports with another balance, and credits it by an operator', async () => {
  const world = openBankWorld(database);
  const member = await createMember(database, site, { bankCode: '004', bankAccount: '1112223898' });
  const at = world.transfer('Invented', member, '643.00');
  const invented = textOf(at, member, '643.00', '1.00');
  assert.deepEqual(await receiveStatement(database, site.id, { bankCode: '004' }, [invented]), ['credited']);
  assert.equal(await world.feed('Invented', { balance: '2000.00' }), 'review');
  assert.equal(await world.feed('Invented', { balance: '2000.00' }), 'known');
  assert.equal(await world.game(member), baht(643));
  assert.match(await world.slip('Invented', member), /^SLIP_(?:UNDER_REVIEW|ALREADY_CREDITED)$/);
  assert.equal(await world.game(member), baht(643));

  const held = await findHeld(member);
  assert.deepEqual([held?.state, held?.reason], ['claimed', 'BALANCE_DIFFERS']);
  const order = { siteId: site.id, depositId: held?.depositId ?? 0n, memberId: member.id, decidedBy: 'test' };
  const decided = await database.transaction((tx) => assignDeposit(tx, order));
  assert.ok(typeof decided === 'object' && decided.state === 'credited');
  assert.equal(await world.game(member), baht(1286));
  assert.deepEqual(await world.findings(), []);
});

test('holds a line of a statement that the feed reports with another balance, and returns it by an operator', async () => {
  const world = openBankWorld(database);
  const member = await createMember(database, site, { bankCode: '004', bankAccount: '1112223896' });
  const at = world.transfer('Fed', member, '644.00');
  assert.equal(await world.feed('Fed', { balance: '2000.00' }), 'credited');
  const texts = [textOf(at, member, '644.00', '1.00'), textOf(at, member, '644.00', '2,000.00')];
  assert.deepEqual(await receiveStatement(database, site.id, { bankCode: '004' }, texts), ['review', 'known']);
  const held = await findHeld(member);
  assert.equal(held?.reason, 'BALANCE_DIFFERS');
  const order = { siteId: site.id, depositId: held?.depositId ?? 0n, decidedBy: 'test' };
  const decided = await database.transaction((tx) => returnDeposit(tx, order));
  assert.ok(typeof decided === 'object' && decided.state === 'returned');
  assert.equal(await world.game(member), baht(644));
  assert.deepEqual(await world.findings(), []);
});

test('credits two transfers of one minute and amount that feed and statement report with their balances', async () => {
  const world = openBankWorld(database);
  const member = await createMember(database, site, { bankCode: '004', bankAccount: '1112223895' });
  const at = world.transfer('First', member, '645.00');
  world.transfer('Second', member, '645.00');
  const texts = ['2,000.00', '2,645.00'].map((balance) => textOf(at, member, '645.00', balance));
  assert.deepEqual(await receiveStatement(database, site.id, { bankCode: '004' }, texts), ['credited', 'credited']);
  assert.equal(await world.feed('Second', { balance: '2645.00' }), 'known');
  assert.equal(await world.feed('First', { balance: '2000.00' }), 'known');
  assert.equal(await world.game(member), baht(1290));
  assert.equal(await findHeld(member), undefined);
});

test('holds money that arrived before its member signed up if a slip of the member may report the same transfer', async () => {
  const world = openBankWorld(database);
  const names = { firstName: 'คนใหม่', lastName: 'มาทีหลัง' };
  const absent = { ...(await createMember(database, site)), bankCode: '006', bankAccount: '7778889911' };
  world.transfer('Early', absent, '342.00', { hoursAgo: 12, senderName: 'นาย คนใหม่ ม' });
  assert.equal(await world.feed('Early', { delay: '9h' }), 'unmatched');
  const newcomer = await createMember(database, site, { ...names, bankCode: '006', bankAccount: absent.bankAccount });
  assert.equal(await world.slip('Early', newcomer), 'credited');
  assert.equal(await rematchDeposits(database, site.id), 0);
  assert.equal(await world.game(newcomer), baht(342));
  const waiting = await waitingDeposits(database, site.id);
  assert.equal(waiting.find(({ holder }) => holder?.memberId === newcomer.id)?.reason, 'BOOKED_LATE');
});

test('rejects a second deposit, a second line and a backward step in the database', async () => {
  const world = openBankWorld(database);
  const [member, other] = [await createMember(database, site), await createMember(database, site)];
  world.transfer('Held', member, '356.00');
  assert.equal(await world.slip('Held', member), 'credited');
  assert.equal(await world.feed('Held', { ref: 'shown' }), 'attached');
  const { id } = await database.one<{ id: bigint }>(sql`
    select bank_movement_id as id from bank_movement where site_id = ${site.id} and trans_ref = 'RefHeld'`);
  const refused = (query: ReturnType<typeof sql>, code: string) => assert.rejects(database.execute(query), { code });
  const [UNIQUE, FOREIGN_KEY, CHECK, FORBIDDEN] = ['23505', '23503', '23514', '42501'] as const;

  const second = sql`
    insert into deposit (site_id, member_id, receiving_account_id, movement_site_id, bank_movement_id, state, amount_e4, transferred_at,
      credited_at)
    select site_id, ${other.id}, receiving_account_id, site_id, bank_movement_id, 'credited', amount_e4, transferred_at, now()
    from bank_movement where site_id = ${site.id} and bank_movement_id = ${id}`;
  await refused(second, UNIQUE);
  await refused(
    sql`update bank_movement set current_deposit_id = current_deposit_id + 1 where site_id = ${site.id} and bank_movement_id = ${id}`,
    FOREIGN_KEY,
  );
  await refused(
    sql`insert into bank_movement (site_id, receiving_account_id, state, step, first_seen, amount_e4, transferred_at, feed_line_id)
      select site_id, receiving_account_id, 'seen', 1, 'feed', amount_e4, now(), feed_line_id from bank_movement
      where site_id = ${site.id} and bank_movement_id = ${id}`,
    UNIQUE,
  );
  const step = (state: string, previous: string, number = 3) => sql`
    insert into bank_movement_step (site_id, bank_movement_id, step, state, previous_state, decided_by)
    values (${site.id}, ${id}, ${number}, ${state}, ${previous}, 'test')`;
  await refused(step('returned', 'credited'), CHECK);
  await refused(step('credited', 'disputed'), FOREIGN_KEY);
  await refused(step('disputed', 'credited', 4), FOREIGN_KEY);
  await refused(step('credited', 'seen', 2), UNIQUE);
  await refused(
    sql`update bank_movement set state = 'disputed' where site_id = ${site.id} and bank_movement_id = ${id}`,
    FOREIGN_KEY,
  );
  await refused(sql`update feed_line set amount_e4 = 1 where site_id = ${site.id}`, FORBIDDEN);
  await refused(sql`delete from bank_movement_step where site_id = ${site.id}`, FORBIDDEN);
});

/** The distance of a line's date from its transfer, in minutes. */
const WRONG_DATES = [17 * 60, 48 * 60, 30 * 1_440, 543 * 525_960, -11.4, -60, -7 * 60, -48 * 60, -30 * 1_440, 11, 90];

for (const order of ['slip first', 'line first'] as const) {
  test(`credits a transfer once whose line has a wrong date, ${order}`, async () => {
    const world = openBankWorld(database);
    for (const [index, minutes] of WRONG_DATES.entries()) {
      for (const shown of [{}, NO_SENDER]) {
        const member = await createMember(database, site);
        const name = `${order === 'slip first' ? 'WS' : 'WL'}${index}${shown === NO_SENDER ? 'N' : ''}`;
        world.transfer(name, member, `${700 + index}.25`);
        const feed = () => world.feed(name, { ...shown, delay: `${minutes}m` });
        const slip = () => world.slip(name, member);
        const answers = order === 'slip first' ? [await slip(), await feed()] : [await feed(), await slip()];
        const credited = await world.game(member);
        const label = `${minutes} minutes, ${JSON.stringify(shown)}: ${answers.join(', ')}`;
        assert.equal(credited, BigInt(700 + index) * 10_000n + 2_500n, label);
        assert.deepEqual([await slip(), await feed()].includes('credited'), false, label);
        assert.equal(await world.game(member), credited, label);
      }
    }
    assert.deepEqual(await world.findings(), []);
  });
}

test('credits a transfer once whose late line has a wrong date', async () => {
  const world = openBankWorld(database);
  for (const [index, minutes] of [17 * 60, 48 * 60, 20 * 1_440, -60, -7 * 60].entries()) {
    const member = await createMember(database, site);
    world.transfer(`Late${index}`, member, `${750 + index}.75`, { hoursAgo: 21 * 24 });
    const name = `Late${index}`;
    // Older than two days: an operator credits the slip, or the line does.
    assert.equal(await world.slip(name, member), 'SLIP_TOO_OLD');
    const outcome = await world.feed(name, { delay: `${minutes}m` });
    assert.equal(outcome, 'review', `${minutes} minutes`);
    assert.equal(await world.game(member), 0n);
  }
  assert.deepEqual(await world.findings(), []);
});

test('credits two transfers of one amount whose line and slip do not belong together', async () => {
  const world = openBankWorld(database);
  const member = await createMember(database, site);
  world.transfer('TW1', member, '777.25', { hoursAgo: 6 });
  world.transfer('TW2', member, '777.25');
  assert.equal(await world.feed('TW1'), 'credited');
  await database.owner.execute(sql`
    update feed_line set created_at = transferred_at where site_id = ${site.id} and bank_line_id = 'TW1'`);
  assert.equal(await world.slip('TW2', member), 'credited');
  assert.equal(await world.feed('TW2'), 'attached');
  assert.equal(await world.game(member), 15_545_000n);
  assert.deepEqual(await world.findings(), []);
});
