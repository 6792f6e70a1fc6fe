// The operator's commands about receiving accounts: listed, and the PromptPay id that a code of the account pays to.
//
// Elsewhere: what a member is shown of them (deposits), the code itself (contract/promptpay.ts).

import { isPromptPayId } from '@chaba/contract/promptpay';
import { listReceivingAccounts, type ListedAccount } from '@chaba/server/modules/deposits';
import * as operators from '@chaba/server/modules/operators';

import { UsageError } from './site-settings.ts';
import { actedBy, type CommandContext } from './command-context.ts';
import { table, timeOf } from './printing.ts';

const NONE = 'none';

export async function listAccounts({ database, site }: CommandContext): Promise<string> {
  const accounts = await listReceivingAccounts(database, site.id);
  if (accounts.length === 0) return `${site.code} has no receiving account.`;
  return table(
    accounts.map((account) => [
      nameOf(account),
      account.holderName,
      account.promptPayId === null ? 'no PromptPay id' : `PromptPay ${account.promptPayId}`,
      account.activeTo === null ? 'open' : `until ${timeOf(account.activeTo)}`,
    ]),
  );
}

/** promptpay <account> <id>: without one the account has no code. */
export async function setPromptPay(
  context: CommandContext,
  typed: string | undefined,
  id: string | undefined,
): Promise<string> {
  const promptPayId = readId(id);
  const account = await accountOf(context, typed);
  const by = actedBy(context);
  await operators.setPromptPayId(context.database, by, {
    account: nameOf(account),
    id: account.receivingAccountId,
    promptPayId,
  });
  return promptPayId === null
    ? `${nameOf(account)} has no PromptPay id.`
    : `${nameOf(account)} is paid by PromptPay ${promptPayId}: send one baht by a code of it before members do.`;
}

function readId(typed: string | undefined): string | null {
  if (typed === NONE) return null;
  const digits = (typed ?? '').replace(/[\s-]/g, '');
  if (isPromptPayId(digits)) return digits;
  throw new UsageError(
    `"${typed ?? ''}" is no PromptPay id: a phone number of 10 digits, a national or tax id of 13, an e-wallet id of 15, or ${NONE}.`,
    2,
  );
}

/** By its number, with the bank before it where two banks have the same: 004/9998887776. */
async function accountOf({ database, site }: CommandContext, typed: string | undefined): Promise<ListedAccount> {
  const [number = '', bank] = (typed ?? '').replace(/[\s-]/g, '').split('/').toReversed();
  const accounts = (await listReceivingAccounts(database, site.id)).filter(
    (account) => account.account === number && (bank === undefined || account.bankCode === bank),
  );
  const [account, other] = accounts;
  if (!account) throw new UsageError(`${site.code} has no receiving account "${typed ?? ''}": see accounts.`);
  if (other) throw new UsageError(`Say which: ${accounts.map(nameOf).join(' or ')}.`, 2);
  return account;
}

function nameOf({ bankCode, account }: ListedAccount): string {
  return bankCode === null ? account : `${bankCode}/${account}`;
}
