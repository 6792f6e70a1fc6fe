// The slip verifier: returns the transfer of a sending bank and a reference.
//
// Always true: the reference is compared case-sensitively and together with the sending bank.

import { type Holder, holderOf, maskedAccount, maskedPhone, senderOf, WALLET_CODE } from './accounts.ts';
import { wireText } from './amounts.ts';
import type { BankContext } from './bank-context.ts';
import { findTransfer, type BankTransfer } from './transfers.store.ts';

export type BankSlipParty = {
  readonly displayName: string;
  readonly name: string;
  readonly account?: { readonly type: 'BANKAC'; readonly value: string };
  readonly proxy?: { readonly type: 'MSISDN'; readonly value: string };
};

type SlipAnswer =
  | { readonly code: 'PENDING' | 'NOT_FOUND' | 'TEMPORARY' }
  | {
      readonly code: 'OK';
      readonly slip: {
        readonly transRef: string;
        readonly sendingBank: string;
        /** Empty for a wallet, as real verifiers return for PromptPay receivers. */
        readonly receivingBank: string;
        readonly transDate: string;
        readonly transTime: string;
        readonly amount: string;
        readonly sender: BankSlipParty;
        readonly receiver: BankSlipParty;
      };
    };

export function verifySlip({ memory }: BankContext, query: { sendingBank: string; transRef: string }): SlipAnswer {
  const transfer = findTransfer(memory, query.transRef);
  if (!transfer || transfer.fromBankCode !== query.sendingBank) return { code: 'NOT_FOUND' };
  if (transfer.slip === 'down') return { code: 'TEMPORARY' };
  if (transfer.slip === 'pending' && Date.now() < transfer.slipPendingUntilMs) {
    return { code: 'PENDING' };
  }

  const clock = bangkokClock(transfer.atMs);
  return {
    code: 'OK',
    slip: {
      transRef: transfer.transRef,
      sendingBank: transfer.fromBankCode,
      receivingBank: transfer.toBankCode === WALLET_CODE ? '' : transfer.toBankCode,
      transDate: clock.date,
      transTime: clock.time,
      amount: wireText(transfer.amount),
      ...partiesOf(transfer),
    },
  };
}

export function partiesOf(transfer: BankTransfer): { sender: BankSlipParty; receiver: BankSlipParty } {
  return {
    sender: partyOf(transfer.fromBankCode, transfer.fromAccount, senderOf(transfer)),
    receiver: partyOf(transfer.toBankCode, transfer.toAccount, holderOf(transfer.toBankCode, transfer.toAccount)),
  };
}

function partyOf(bankCode: string, account: string, holder: Holder): BankSlipParty {
  const names = { displayName: holder.displayName, name: holder.englishName };
  return bankCode === WALLET_CODE
    ? { ...names, proxy: { type: 'MSISDN', value: maskedPhone(account) } }
    : { ...names, account: { type: 'BANKAC', value: maskedAccount(bankCode, account) } };
}

/** Bangkok has no daylight saving, so its clock is UTC shifted. */
function bangkokClock(atMs: number): { date: string; time: string } {
  const shifted = new Date(atMs + 7 * 3_600_000).toISOString();
  return { date: shifted.slice(0, 10).replaceAll('-', ''), time: shifted.slice(11, 19) };
}
