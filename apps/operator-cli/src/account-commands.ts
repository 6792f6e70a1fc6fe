// Commands about receiving accounts: list them, open and close one, set the PromptPay id of an account's QR code.
//
// Always true: the number of an account never changes, so money that members sent is found by it.
//
// Elsewhere: accounts as shown to members (deposits), the QR code (@chaba/contract/promptpay).

import { cleanAccountNumber, getBank, isListedBank } from '@chaba/contract/banks';
import { isPromptPayId } from '@chaba/contract/promptpay';
import { formatBaht, type Money } from '@chaba/money';
import { printAccount, readListedSites } from '@chaba/server/core/cell-list';
import { type CountedAccount, listCountedAccounts } from '@chaba/server/modules/shown-accounts';
import { type ListedAccount, listReceivingAccounts, type NewAccount } from '@chaba/server/modules/receiving-accounts';
import { loadServedSites } from '@chaba/server/modules/operations';

import { act } from './act.ts';
import type { CommandContext } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

const NONE = 'none';
const WALLET = /^0\d{9}$/;
const HOLDER_LENGTH_MAX = 120;

export async function listAccounts({ database, site }: CommandContext): Promise<string> {
  const accounts = await listCountedAccounts(database, site.id);
  if (accounts.length === 0) return `${site.code} has no receiving account.`;
  return formatTable(
    accounts.map((account) => [
      formatAccount(account),
      account.holderName,
      account.promptPayId === null ? 'no PromptPay id' : `PromptPay ${account.promptPayId}`,
      `today ${formatSum(account.today, account.dayMax)}, in all ${formatSum(account.total, account.totalMax)}`,
      `place ${account.sortOrder}${account.rotation === null ? '' : ` of ${account.rotation}`}`,
      formatState(account),
    ]),
  );
}

function formatState({ activeTo, shownFrom, isFull }: CountedAccount): string {
  if (activeTo !== null) return `until ${formatTime(activeTo)}`;
  if (shownFrom.getTime() > Date.now()) return `shown from ${formatTime(shownFrom)}`;
  return isFull ? 'full' : 'open';
}

const formatSum = (sum: Money, ceiling: Money | null): string =>
  ceiling === null ? formatBaht(sum) : `${formatBaht(sum)} of ${formatBaht(ceiling)}`;

/** account-limits <account> <day> <total>: `none` is no ceiling. */
export async function setCeilings(
  context: CommandContext,
  typed: string | undefined,
  dayMax = '',
  totalMax = NONE,
): Promise<string> {
  if (dayMax === '') throw new UsageError(`Name the ceiling of a day in baht, or ${NONE}.`, 2);
  const account = await findAccount(context, typed);
  return act(context, 'account.set-ceilings', {
    receivingAccount: String(account.receivingAccountId),
    dayMax,
    totalMax,
  });
}

/** account-order <account> <place> [<group>]: accounts of one group take turns. */
export async function setPlace(
  context: CommandContext,
  typed: string | undefined,
  place = '',
  rotation = NONE,
): Promise<string> {
  const account = await findAccount(context, typed);
  return act(context, 'account.set-place', {
    receivingAccount: String(account.receivingAccountId),
    place,
    rotation,
  });
}

/** open-account <bank>/<number> "<holder>"; a number without a bank is the phone of a wallet. */
export async function openAccount(
  context: CommandContext,
  typed: string | undefined,
  typedHolder: string | undefined,
): Promise<string> {
  const account = { ...parseAccount(typed), holderName: parseHolder(typedHolder) };
  const name = formatAccount(account);
  await requireOwnCell(context, account, name);
  const { bankCode, account: number, holderName } = account;
  return act(context, 'account.open', { bank: bankCode ?? '', account: number, holder: holderName });
}

/** A transfer to an account credits members of every site that uses it, so its sites are in one cell. */
async function requireOwnCell(
  { config, database }: CommandContext,
  account: Omit<NewAccount, 'holderName'>,
  name: string,
): Promise<void> {
  const { cell } = await loadServedSites(database);
  const print = printAccount(account);
  const other = Object.entries(readListedSites(config.cellsFile)).find(
    ([, each]) => each.cell !== cell && each.accounts.includes(print),
  );
  if (other === undefined) return;
  throw new UsageError(`${name} is an account of ${other[0]} in cell ${other[1].cell}. Nothing was changed.`);
}

/** close-account <account> */
export async function closeAccount(context: CommandContext, typed: string | undefined): Promise<string> {
  const account = await findAccount(context, typed);
  if (account.activeTo !== null) throw new UsageError(`${formatAccount(account)} is closed already.`);
  return act(context, 'account.close', { receivingAccount: String(account.receivingAccountId) });
}

function parseAccount(typed: string | undefined): Omit<NewAccount, 'holderName'> {
  const [number = '', bankCode, ...others] = cleanAccountNumber(typed ?? '')
    .split('/')
    .toReversed();
  if (bankCode === undefined && WALLET.test(number)) return { kind: 'wallet', bankCode: null, account: number };
  if (bankCode === undefined || others.length > 0 || !isListedBank(bankCode)) {
    throw new UsageError(
      `"${typed ?? ''}" is no account: write 004/1234567890, a bank's three digits and the number, or the phone of a wallet.`,
      2,
    );
  }
  const { shortCode, accountDigits } = getBank(bankCode);
  if (!/^\d+$/.test(number) || !accountDigits.includes(number.length)) {
    throw new UsageError(`An account at ${shortCode} has ${accountDigits.join(' or ')} digits, not "${number}".`, 2);
  }
  return { kind: 'bank', bankCode, account: number };
}

/** Slips are compared with the holder: it is written as the bank shows it to the sender. */
function parseHolder(typed: string | undefined): string {
  const holder = (typed ?? '').trim();
  if (holder === '' || holder.length > HOLDER_LENGTH_MAX || /\p{Cc}/u.test(holder)) {
    throw new UsageError(`Name the holder as the bank shows it to senders, 1 to ${HOLDER_LENGTH_MAX} letters.`, 2);
  }
  return holder;
}

/** promptpay <account> <id>: the id `none` removes the QR code. */
export async function setPromptPay(
  context: CommandContext,
  typed: string | undefined,
  id: string | undefined,
): Promise<string> {
  const promptPayId = parsePromptPayId(id);
  const account = await findAccount(context, typed);
  return act(context, 'account.set-promptpay', {
    receivingAccount: String(account.receivingAccountId),
    promptPay: promptPayId ?? NONE,
  });
}

function parsePromptPayId(typed: string | undefined): string | null {
  if (typed === NONE) return null;
  const digits = (typed ?? '').replace(/[\s-]/g, '');
  if (isPromptPayId(digits)) return digits;
  throw new UsageError(
    `"${typed ?? ''}" is no PromptPay id: a phone number of 10 digits, a national or tax id of 13, an e-wallet id of 15, or ${NONE}.`,
    2,
  );
}

/** The id of a receiving account, as inputs of actions name it. */
export async function findAccountId(context: CommandContext, typed: string | undefined): Promise<string> {
  return String((await findAccount(context, typed)).receivingAccountId);
}

/** Finds a receiving account by number; `<bank>/<number>` where two banks have the same number: 004/9998887776. */
async function findAccount({ database, site }: CommandContext, typed: string | undefined): Promise<ListedAccount> {
  const [number = '', bank] = (typed ?? '').replace(/[\s-]/g, '').split('/').toReversed();
  const accounts = (await listReceivingAccounts(database, site.id)).filter(
    (account) => account.account === number && (bank === undefined || account.bankCode === bank),
  );
  const [account, other] = accounts;
  if (!account) throw new UsageError(`${site.code} has no receiving account "${typed ?? ''}": see accounts.`);
  if (other) throw new UsageError(`Say which: ${accounts.map(formatAccount).join(' or ')}.`, 2);
  return account;
}

function formatAccount({ bankCode, account }: Pick<ListedAccount, 'bankCode' | 'account'>): string {
  return bankCode === null ? account : `${bankCode}/${account}`;
}
