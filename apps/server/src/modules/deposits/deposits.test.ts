import assert from 'node:assert/strict';
import { test } from 'node:test';

import { sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { audit, getBalances, getHouseBalance } from '@chaba/ledger';
import { baht, subtract } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { isDomainError } from '#core/domain-error';
import { loadTurnover } from '#modules/requirements';
import { bankCommands, lineOf, openOurAccount, openTestBank } from '#testing/bank-commands';
import { createMember, createSites } from '#testing/factories';
import { type Commands, checkStory, storyAmount } from '#testing/story';

import { slips, receiveFeed } from './deposits.ts';
import { rematchDeposits } from './bank-feed.ts';

const database = await testDatabase({ poolSize: 20 });
const { chaba: site } = await createSites(database);
await openOurAccount(database, site);

const commands: Commands = {
  async turnover(story, given) {
    const member = await story.member(given.at(0));
    const { needTurnover } = await database.transaction((tx) => loadTurnover(tx, site.id, member.id));
    return { need: storyAmount(needTurnover) };
  },
  async cap(story, given) {
    const { addTurnoverRequirement: addTurnoverLine } = await import('#modules/requirements');
    const member = await story.member(given.at(0));
    await database.transaction((tx) =>
      addTurnoverLine(tx, site.id, {
        memberId: member.id,
        source: 'ITEMCODE',
        required: baht(100),
        causeId: `test:cap:${member.id}`,
        withdrawCap: given.amount(1),
      }),
    );
    return 'capped';
  },
};

async function checkTable(table: string): Promise<void> {
  const bank = openTestBank(database);
  const unmatchedBefore = await getHouseBalance(database, site.id, chart.unmatched);
  const unmatched: Commands = {
    /** The money that this story left unmatched. */
    unmatched: async () => ({
      amount: storyAmount(subtract(await getHouseBalance(database, site.id, chart.unmatched), unmatchedBefore)),
    }),
  };
  await checkStory({ database, site, commands: { ...bankCommands(bank), ...commands, ...unmatched } }, table);
}

test('credits a slip once with its turnover and rejects it as a duplicate afterwards', async () => {
  await checkTable(`
    transfer  A1  from=M1  amount=500.37   made
    slip      M1  A1                       credited
    balance   M1  game=500.37  main=0.00
    turnover  M1  need=500.37
    slip      M1  A1                       DUPLICATE_SLIP
    slip      M2  A1                       DUPLICATE_SLIP     // the same response for another member
    balance   M1  game=500.37
    balance   M2  game=0.00
  `);
});

test('credits two transfers whose references differ by case only', async () => {
  await checkTable(`
    transfer  Cb1  from=M1  amount=100.00  ago=2h  made
    transfer  CB1  from=M1  amount=100.00  ago=1h  made
    slip      M1   Cb1                     credited
    slip      M1   CB1                     credited
    balance   M1   game=200.00
  `);
});

test('leaves a slip that another person sent to its owner', async () => {
  await checkTable(`
    transfer  B1  from=M1  amount=300.00  made
    unmatched  amount=0.00
    slip      M2  B1       SLIP_SENDER_MISMATCH
    unmatched  amount=300.00               // the money has arrived and belongs to no member
    slip      M2  B1       SLIP_SENDER_MISMATCH
    balance   M2  game=0.00
    slip      M1  B1       credited
    unmatched  amount=0.00
    balance   M1  game=300.00
  `);
});

test("keeps the slip of a transfer from another person's account open until its money is credited or returned", async () => {
  await checkTable(`
    transfer  O1  from=M1  amount=311.00  made
    slip      M2  O1       SLIP_SENDER_MISMATCH
    slips     M2           states=review  codes=SLIP_SENDER_MISMATCH
    attach    O1  M2       credited
    slips     M2           states=credited  codes=none
    balance   M2  game=311.00
    transfer  O2  from=M1  amount=312.00  made
    slip      M2  O2       SLIP_SENDER_MISMATCH
    send-back  O2          returned
    slips     M2           states=refused,credited  codes=SLIP_RETURNED,none
    slip      M2  O2       SLIP_RETURNED
    transfer  O3  from=M1  amount=313.00  made
    slip      M3  O3       SLIP_SENDER_MISMATCH
    slip      M1  O3       credited
    slips     M3           states=refused  codes=SLIP_NOT_YOURS
    slip      M3  O3       SLIP_NOT_YOURS
    transfer  O4  from=M1  amount=314.00  made
    slip      M3  O4       SLIP_SENDER_MISMATCH
    feed      O4           credited
    slips     M3           states=refused,refused  codes=SLIP_NOT_YOURS,SLIP_NOT_YOURS
    balance   M1  game=627.00
    balance   M3  game=0.00
  `);
});

test('rejects a transfer with another receiver, bank or name, or unknown to the bank', async () => {
  await checkTable(`
    transfer  D1  from=M1  to=1234567890          made
    slip      M1  D1       SLIP_RECEIVER_MISMATCH
    transfer  D2  from=M1  bank=006               made
    slip      M1  D2       SLIP_SENDER_MISMATCH
    transfer  D3  from=M1  name=นาย สมหมาย จ      made
    slip      M1  D3       SLIP_SENDER_MISMATCH
    transfer  D4  from=M1  answer=NOT_FOUND       made
    slip      M1  D4       SLIP_NOT_FOUND
    balance   M1  game=0.00
  `);
});

test('holds a slip older than 48 hours or with an unsure name for an operator', async () => {
  await checkTable(`
    transfer  E1  from=M1  amount=700.00  ago=3d           made
    slip      M1  E1       SLIP_TOO_OLD
    slip      M1  E1       SLIP_TOO_OLD
    transfer  E2  from=M1  amount=800.00  name=SOMCHAI J   made
    slip      M1  E2       SLIP_UNDER_REVIEW
    balance   M1  game=0.00
    attach    E1  M1       credited
    attach    E1  M1       not_waiting
    send-back  E2          returned
    send-back  E2          not_waiting
    slip      M1  E1       DUPLICATE_SLIP
    slip      M1  E2       SLIP_RETURNED
    balance   M1  game=700.00
    turnover  M1  need=700.00
  `);
});

test('retries a slip without an answer of the bank and credits it once', async () => {
  await checkTable(`
    transfer  F1  from=M1  amount=250.00  answer=PENDING    made
    slip      M1  F1       SLIP_PENDING
    slip      M1  F1       SLIP_PENDING
    retry      1
    bank      F1  answer=TEMPORARY    done
    retry      1
    bank      F1  answer=silence      done
    slip      M1  F1       SLIP_VERIFIER_UNAVAILABLE
    balance   M1  game=0.00
    bank      F1  answer=OK           done
    retry      1
    balance   M1  game=250.00
    retry      0
    slip      M1  F1       DUPLICATE_SLIP
  `);
});

test('retries a slip after 1, 2, 5, 10 and 30 minutes and then rejects it', async () => {
  const bank = openTestBank(database);
  const member = await createMember(database, site);
  const sent = { siteId: site.id, memberId: member.id, sendingBank: '014', transRef: 'G1' };
  const commandsOfBank = bankCommands(bank);
  assert.ok(commandsOfBank['retry']);
  bank.transfers.set('G1', {
    sendingBank: '014',
    transRef: 'G1',
    at: new Date(),
    amount: '1.00',
    senderName: '',
    senderAccount: '1112223334',
    toAccount: '',
    answer: 'PENDING',
  });
  await assert.rejects(slips.submit(bank.context, sent), (error) => isDomainError(error, 'SLIP_PENDING'));

  const minutes: number[] = [];
  for (let turn = 0; turn < 7; turn += 1) {
    const [slip] = await slips.listLatest(database, site.id, member.id);
    if (slip?.state !== 'waiting') break;
    minutes.push(Math.round((Number(slip.nextTryAt) - Number(slip.createdAt)) / 60_000));
    await database.execute(
      sql`update slip set next_attempt_at = now() - interval '1 second' where site_id = ${site.id} and trans_ref = 'G1'`,
    );
    assert.equal(await slips.retryPending(bank.context, site.id), 1);
  }
  assert.deepEqual(minutes, [1, 2, 5, 10, 30]);
  const [slip] = await slips.listLatest(database, site.id, member.id);
  assert.equal(slip?.state, 'refused');
  assert.equal(slip.code, 'SLIP_PENDING');
});

test('rejects a sixth guess within ten minutes and counts no duplicates', async () => {
  await checkTable(`
    transfer  H0  from=M1   made
    slip      M1  H0        credited
    slip      M1  H0        DUPLICATE_SLIP
    transfer  H1  from=M1  answer=NOT_FOUND   made
    slip      M1  H1        SLIP_NOT_FOUND
    slip      M1  H1        SLIP_NOT_FOUND
    slip      M1  H1        SLIP_NOT_FOUND
    slip      M1  H1        SLIP_NOT_FOUND
    slip      M1  H0        DUPLICATE_SLIP
    slip      M1  H1        SLIP_NOT_FOUND
    slip      M1  H1        TOO_MANY_REQUESTS
  `);
});

test('credits a line that one member matches and nothing for its slip', async () => {
  await checkTable(`
    transfer  I1  from=M1  amount=410.00   made
    feed      I1                           credited
    feed      I1                           known
    balance   M1  game=410.00
    turnover  M1  need=410.00
    slip      M1  I1       SLIP_ALREADY_CREDITED
    slip      M1  I1       SLIP_ALREADY_CREDITED
    slip      M2  I1       DUPLICATE_SLIP
    balance   M1  game=410.00
  `);
});

test('credits a slip once when its line follows', async () => {
  await checkTable(`
    transfer  J1  from=M1  amount=420.00   made
    slip      M1  J1       credited
    feed      J1           attached
    feed      J1           known
    balance   M1  game=420.00
  `);
});

test('credits two identical transfers twice in any order of slips and lines', async () => {
  await checkTable(`
    transfer  K1  from=M1  amount=430.00   made
    transfer  K2  from=M1  amount=430.00   made
    slip      M1  K1       credited
    feed      K1  line=LK1  attached
    feed      K2  line=LK2  credited
    slip      M1  K2       SLIP_ALREADY_CREDITED
    balance   M1  game=860.00
    transfer  K3  from=M1  amount=440.00   made
    transfer  K4  from=M1  amount=440.00   made
    feed      K3  line=LK3  credited
    feed      K4  line=LK4  credited
    slip      M1  K4       SLIP_ALREADY_CREDITED
    slip      M1  K3       SLIP_ALREADY_CREDITED
    balance   M1  game=1740.00
  `);
});

test('joins a line with a reference to its own slip among identical transfers', async () => {
  await checkTable(`
    transfer  Q1  from=M1  amount=435.00   made
    transfer  Q2  from=M1  amount=435.00   made
    feed      Q1  ref=shown  credited
    slip      M1  Q2        credited
    slip      M1  Q1        SLIP_ALREADY_CREDITED
    feed      Q2  ref=shown  line=other  attached
    feed      Q2  ref=shown  line=again  known
    slip      M2  Q1        DUPLICATE_SLIP
    balance   M1  game=870.00
    transfer  Q3  from=M1  amount=436.00   made
    feed      Q3  ref=shown  tail=none      unmatched
    slip      M2  Q3        SLIP_SENDER_MISMATCH
    slip      M1  Q3        credited
    balance   M1  game=1306.00
  `);
});

test("keeps a line without a member unmatched until its owner's slip", async () => {
  await checkTable(`
    transfer  L1  from=M1  amount=450.00   made
    feed      L1  tail=none                unmatched
    unmatched  amount=450.00
    slip      M2  L1       SLIP_SENDER_MISMATCH
    slip      M1  L1       credited
    unmatched  amount=0.00
    transfer  L2  from=M1  amount=460.00   made
    feed      L2  name=นาย คนอื่น ไกล      unmatched      // the digits match, the name does not
    attach    L2  M2       credited
    balance   M1  game=450.00
    balance   M2  game=460.00
    unmatched  amount=0.00
  `);
});

test('credits the member whom a line names after another person sent the slip', async () => {
  await checkTable(`
    transfer  N1  from=M1  amount=470.00   made
    slip      M2  N1       SLIP_SENDER_MISMATCH
    feed      N1           credited
    balance   M1  game=470.00
    slip      M1  N1       DUPLICATE_SLIP
    balance   M1  game=470.00
  `);
});

test('keeps a line unmatched that two members match', async () => {
  const account = '4445559876';
  await createMember(database, site, { bankCode: '002', bankAccount: account });
  const other = await createMember(database, site, {
    bankCode: '002',
    bankAccount: '1110009876',
    firstName: 'สมชาย',
    lastName: 'ใจดี',
  });
  const transfer = {
    sendingBank: '002',
    transRef: 'T',
    at: new Date(),
    amount: '510.00',
    senderName: 'สมชาย ใ',
    senderAccount: account,
    toAccount: '9998887776',
    answer: 'OK',
  };
  assert.deepEqual(await receiveFeed(database, [lineOf(transfer, 'two-fit')]), ['unmatched']);
  assert.deepEqual(await receiveFeed(database, [lineOf({ ...transfer, toAccount: '1231231231' }, 'stranger')]), [
    'not_ours',
  ]);
  assert.equal((await getBalances(database, site.id, other.id, chart)).game, 0n);
});

test('credits money that arrived before its member signed up by bank, account and name', async () => {
  const transfer = {
    sendingBank: '006',
    transRef: 'U',
    at: new Date(),
    amount: '520.00',
    senderName: 'น.ส. มาใหม่ ส',
    senderAccount: '2223337788',
    toAccount: '9998887776',
    answer: 'OK',
  };
  assert.deepEqual(await receiveFeed(database, [lineOf(transfer, 'early')]), ['unmatched']);
  // Newer unmatched money of other senders does not displace it, even from an account that a later member has.
  const strangers = Array.from({ length: 120 }, (_, index) =>
    lineOf({ ...transfer, transRef: `U${index}`, senderAccount: '2223338899' }, `stranger ${index}`),
  );
  assert.deepEqual(new Set(await receiveFeed(database, strangers)), new Set(['unmatched']));
  for (const ending of ['7788', '8899']) {
    await createMember(database, site, { bankCode: '006', bankAccount: `555666${ending}` });
  }
  assert.equal(await rematchDeposits(database, site.id), 0, 'the digits match, the names do not');
  const owner = await createMember(database, site, {
    bankCode: '006',
    bankAccount: '2223337788',
    firstName: 'มาใหม่',
    lastName: 'สุขใจ',
  });
  // The line is on the last page, behind pages whose times are equal in part.
  assert.equal(await rematchDeposits(database, site.id, 7), 1);
  assert.equal(await rematchDeposits(database, site.id, 7), 0);
  assert.equal((await getBalances(database, site.id, owner.id, chart)).game, baht(520));
  assert.deepEqual(await audit(database, site.id), []);
});

test('parks a deposit during a capped bonus until the member releases it', async () => {
  await checkTable(`
    give      M1  10.00                    given
    cap       M1  1000.00                  capped
    transfer  P1  from=M1  amount=600.00   made
    slip      M1  P1       parked
    balance   M1  game=10.00  main=600.00
    turnover  M1  need=100.00
    release   M1  key=R1   released
    release   M1  key=R1   released                        // a retry
    release   M1  key=R2   MAIN_WALLET_EMPTY
    balance   M1  game=610.00  main=0.00
    turnover  M1  need=700.00
  `);
});
