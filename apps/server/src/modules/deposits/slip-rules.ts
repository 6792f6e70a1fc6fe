// What a slip that the bank vouched for means for the member who sent it. Pure: everything it needs is handed in.
//
// Order (rules §5): is the receiver ours, is the sender the member's bound account, is it fresh. A slip shows accounts and
// names cut and masked, so each comparison has three answers; "review" is never credited and never refused by a machine.
//
// Always true: a slip is credited only when receiver, sender's bank, sender's digits, sender's name and time all fit.
//
// Elsewhere: reading the QR (contract/slip-qr), asking the bank (slip-verifier.ts), booking (deposits.ts).

import { SLIP_AGE_HOURS_MAX } from '@chaba/contract/constraints';
import { TRUEMONEY_SENDER } from '@chaba/contract/slip-qr';
import type { Money } from '@chaba/money';

import { compareNames } from '#modules/members';

export type Comparison = 'match' | 'review' | 'mismatch';

/** One side of a transfer as a slip shows it: each part may be cut, masked or missing. */
export type SlipParty = {
  readonly name: string | undefined;
  /** A bank account, hidden digits as x. */
  readonly account: string | undefined;
  /** A wallet's phone, hidden digits as x. */
  readonly phone: string | undefined;
};

export type VerifiedSlip = {
  readonly sendingBank: string;
  readonly transRef: string;
  /** Often missing when the receiver was named by PromptPay. */
  readonly receivingBank: string | undefined;
  readonly transferredAt: Date;
  readonly amount: Money;
  readonly sender: SlipParty;
  readonly receiver: SlipParty;
};

export type ReceivingAccount = {
  readonly receivingAccountId: bigint;
  readonly kind: 'bank' | 'wallet';
  readonly bankCode: string | null;
  readonly account: string;
  readonly holderName: string;
  readonly activeFrom: Date;
  readonly activeTo: Date | null;
};

/** What of a member a transfer is compared with. */
export type Sender = {
  readonly bankCode: string;
  readonly bankAccount: string;
  readonly fullName: string;
  /** The phone of the member's wallet; the member's own phone when none was given. */
  readonly walletPhone: string;
};

export type Verdict = { readonly kind: 'not_ours' } | OurVerdict;

export type OurVerdict = { readonly receivingAccountId: bigint } & (
  | { readonly kind: 'mismatch'; readonly reason: ReviewReason }
  /** The sender is proven when the doubt is about something else. */
  | { readonly kind: 'review'; readonly reason: ReviewReason; readonly isSenderProven: boolean }
  | { readonly kind: 'credit' }
);

export type ReviewReason =
  | 'RECEIVER_UNSURE'
  | 'SENDER_BANK_DIFFERS'
  | 'SENDER_ACCOUNT_DIFFERS'
  | 'SENDER_ACCOUNT_UNSURE'
  | 'SENDER_NAME_DIFFERS'
  | 'SENDER_NAME_UNSURE'
  | 'TOO_OLD'
  | 'TIME_AHEAD'
  | 'BOOKED_LATE'
  | 'MEMBER_PAUSED'
  | 'LIMIT_REACHED';

const AGE_MAX_MS = SLIP_AGE_HOURS_MAX * 60 * 60 * 1000;
/** Clocks of banks differ a little; more than this is no clock. */
const AHEAD_MAX_MS = 10 * 60 * 1000;
const SHOWN_DIGITS_MIN = 4;
/** With so many digits shown a receiver is ours even when the slip has no name that can be compared. */
const SHOWN_DIGITS_SURE = 6;
const NAME_LETTERS_MIN = 4;

/**
 * Every reason to reject or to wait for an operator, in order. `others` are the accounts of other sites: a slip that fits one of them as well
 * does not say which account got the money.
 */
export function evaluateSlip(
  slip: VerifiedSlip,
  sender: Sender,
  ours: readonly ReceivingAccount[],
  now: Date,
  others: readonly ReceivingAccount[] = [],
): Verdict {
  const receiver = findReceiver(slip, ours, others);
  if (!receiver) return { kind: 'not_ours' };

  const { receivingAccountId } = receiver.account;
  const reason = senderMismatch(slip, sender);
  if (reason) return { kind: 'mismatch', receivingAccountId, reason };

  const unsure = senderDoubt(slip, sender);
  const doubt = (receiver.isSure ? undefined : 'RECEIVER_UNSURE') ?? unsure ?? timeDoubt(slip.transferredAt, now);
  if (!doubt) return { kind: 'credit', receivingAccountId };
  return { kind: 'review', receivingAccountId, reason: doubt, isSenderProven: unsure === undefined };
}

function findReceiver(
  slip: VerifiedSlip,
  ours: readonly ReceivingAccount[],
  others: readonly ReceivingAccount[],
): { account: ReceivingAccount; isSure: boolean } | undefined {
  const fitting = (comparison: Comparison, accounts: readonly ReceivingAccount[]): ReceivingAccount[] =>
    accounts.filter(
      (account) => wasActive(account, slip.transferredAt) && compareReceiver(slip, account) === comparison,
    );
  const [account, ...second] = fitting('match', ours);
  if (account) return { account, isSure: second.length === 0 && fitting('match', others).length === 0 };
  const [unsure] = fitting('review', ours);
  return unsure && { account: unsure, isSure: false };
}

function compareReceiver(slip: VerifiedSlip, account: ReceivingAccount): Comparison {
  const { receiver } = slip;
  const shown = account.kind === 'wallet' ? phoneMask(receiver.phone) : maskOf(receiver.account);
  if (shown === '') return 'mismatch';
  if (account.kind === 'bank' && slip.receivingBank && slip.receivingBank !== account.bankCode) return 'mismatch';

  const digits = compareMask(shown, account.account);
  if (digits === 'mismatch') return 'mismatch';
  // Four digits are shared by one account in ten thousand: without the name a stranger's account could pass for ours.
  const name = compareHolder(account.holderName, receiver.name);
  if (name === 'mismatch') return 'mismatch';
  if (digits === 'review') return 'review';
  return name === 'match' || shownDigits(shown) >= SHOWN_DIGITS_SURE ? 'match' : 'review';
}

function senderMismatch(slip: VerifiedSlip, sender: Sender): ReviewReason | undefined {
  const isWallet = slip.sendingBank === TRUEMONEY_SENDER;
  if (!isWallet && slip.sendingBank !== sender.bankCode) return 'SENDER_BANK_DIFFERS';
  if (compareSenderAccount(slip, sender) === 'mismatch') return 'SENDER_ACCOUNT_DIFFERS';
  if (compareNames(sender.fullName, slip.sender.name ?? '') === 'mismatch') return 'SENDER_NAME_DIFFERS';
  return undefined;
}

function senderDoubt(slip: VerifiedSlip, sender: Sender): ReviewReason | undefined {
  if (compareSenderAccount(slip, sender) === 'review') return 'SENDER_ACCOUNT_UNSURE';
  if (compareNames(sender.fullName, slip.sender.name ?? '') === 'review') return 'SENDER_NAME_UNSURE';
  return undefined;
}

function compareSenderAccount(slip: VerifiedSlip, sender: Sender): Comparison {
  return slip.sendingBank === TRUEMONEY_SENDER
    ? compareMask(phoneMask(slip.sender.phone), sender.walletPhone)
    : compareMask(maskOf(slip.sender.account), sender.bankAccount);
}

function timeDoubt(transferredAt: Date, now: Date): ReviewReason | undefined {
  const age = now.getTime() - transferredAt.getTime();
  if (age > AGE_MAX_MS) return 'TOO_OLD';
  return age < -AHEAD_MAX_MS ? 'TIME_AHEAD' : undefined;
}

function wasActive(account: ReceivingAccount, at: Date): boolean {
  return account.activeFrom <= at && (account.activeTo === null || at < account.activeTo);
}

/** Digits stay, hidden places become x, separators go: "xxx-x-x3334-x" is "xxxxx3334x". */
export function maskOf(shown: string | undefined): string {
  return (shown ?? '').replace(/[xX*•]/g, 'x').replace(/[^0-9x]/g, '');
}

// A phone travels as itself, with the country code (0066…), or as a wallet id (14000 and the phone).
function phoneMask(shown: string | undefined): string {
  const mask = maskOf(shown);
  if (mask.length === 15) return mask.slice(5);
  if (mask.length === 13) return `0${mask.slice(4)}`;
  return mask;
}

/** Compares a masked account with a whole one: the places that are shown, or the last digits when the lengths differ. */
export function compareMask(mask: string, account: string): Comparison {
  if (mask.length !== account.length) return compareTail(/[0-9]*$/.exec(mask)?.[0] ?? '', account);
  for (const [place, shown] of [...mask].entries()) {
    if (shown !== 'x' && shown !== account[place]) return 'mismatch';
  }
  return shownDigits(mask) >= SHOWN_DIGITS_MIN ? 'match' : 'review';
}

function compareTail(tail: string, account: string): Comparison {
  if (!account.endsWith(tail)) return 'mismatch';
  return tail.length >= SHOWN_DIGITS_MIN ? 'match' : 'review';
}

function shownDigits(mask: string): number {
  return mask.replaceAll('x', '').length;
}

/** The holder of one of our accounts against the receiver that a slip names; slips cut names short. */
export function compareHolder(holder: string, shown: string | undefined): Comparison {
  const expected = lettersOf(holder);
  const given = lettersOf(shown ?? '');
  if (given === '') return 'review';
  if (isLatin(expected) !== isLatin(given)) return 'review';
  if (expected === given || compareNames(holder, shown ?? '') === 'match') return 'match';
  const isCut = given.length >= NAME_LETTERS_MIN && expected.startsWith(given);
  return isCut ? 'match' : 'mismatch';
}

function lettersOf(name: string): string {
  return name
    .normalize('NFC')
    .toLowerCase()
    .replace(/[^\p{L}\p{M}]/gu, '');
}

function isLatin(letters: string): boolean {
  return /^\p{Script=Latin}+$/u.test(letters);
}
