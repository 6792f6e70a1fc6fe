// A bank for deposit tests in plain code: named transfers, their slips and feed lines, for members of any site.
//
//     const world = openBankWorld(database)
//     world.transfer('S', member, '350.00')
//     await world.feed('S', NO_SENDER)          'unmatched'
//     await world.slip('S', member)             'credited', or an error code
//
// Elsewhere: the same as story commands (bank-commands.ts).

import assert from 'node:assert/strict';

import type { Database } from '@chaba/database';
import { type AuditFinding, getBalances } from '@chaba/ledger';
import type { Money } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { isDomainError } from '#core/domain-error';
import { auditAll } from '#modules/audit';
import { slips, receiveFeed } from '#modules/deposits';

import { lineOf, openTestBank, OUR_ACCOUNT } from './bank-commands.ts';
import type { TestMember } from './factories.ts';

/** A feed line without data about the sender. */
export const NO_SENDER = { tail: 'none', name: 'none', bank: 'unknown' } as const;

export type BankWorld = ReturnType<typeof openBankWorld>;

export function openBankWorld(database: Database) {
  const bank = openTestBank(database);
  const transferNamed = (name: string) => {
    const transfer = bank.transfers.get(name);
    assert.ok(transfer, `the test made no transfer ${name}`);
    return transfer;
  };
  return {
    /** Adds a transfer of a minute ago, or of the given number of hours earlier. Returns its time. */
    transfer(
      name: string,
      from: Pick<TestMember, 'bankCode' | 'bankAccount'>,
      amount: string,
      { hoursAgo = 0, senderName = 'นาย สมชาย ใ' }: { readonly hoursAgo?: number; readonly senderName?: string } = {},
    ): Date {
      const at = new Date(Math.floor(Date.now() / 1_000) * 1_000 - 60_000 - hoursAgo * 3_600_000);
      bank.transfers.set(name, {
        sendingBank: from.bankCode,
        transRef: `Ref${name}`,
        at,
        amount,
        senderName,
        senderAccount: from.bankAccount,
        toAccount: OUR_ACCOUNT,
        answer: 'OK',
      });
      return at;
    },
    async feed(name: string, shown: Readonly<Record<string, string>> = {}): Promise<string> {
      const [outcome = 'nothing'] = await receiveFeed(database, [lineOf(transferNamed(name), name, shown)]);
      return outcome;
    },
    async slip(name: string, as: TestMember): Promise<string> {
      const { sendingBank, transRef } = transferNamed(name);
      try {
        const { state } = await slips.submit(bank.context, {
          siteId: as.siteId,
          memberId: as.id,
          sendingBank,
          transRef,
        });
        return state;
      } catch (error) {
        if (isDomainError(error)) return error.code;
        throw error;
      }
    },
    async game(member: TestMember): Promise<Money> {
      return (await getBalances(database, member.siteId, member.id, chart)).game;
    },
    /** Audit findings of all sites. */
    async findings(): Promise<readonly AuditFinding[]> {
      return auditAll(database, { isTest: true });
    },
  };
}
