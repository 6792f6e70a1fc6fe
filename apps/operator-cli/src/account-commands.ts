// Commands about receiving accounts: list them and set the PromptPay id of an account's QR code.
//
// Elsewhere: accounts as shown to members (deposits), the QR code (@chaba/contract/promptpay).

import { isPromptPayId } from '@chaba/contract/promptpay';
import { listReceivingAccounts, type ListedAccount } from '@chaba/server/modules/deposits';
import * as operators from '@chaba/server/modules/operators';

import { UsageError } from './site-settings.ts';
import { requireActor, type CommandContext } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';

const NONE = 'none';

export async function listAccounts({ database, site }: CommandContext): Promise<string> {
  const accounts = await listReceivingAccounts(database, site.id);
  if (accounts.length === 0) return `${site.code} has no receiving account.`;
  return formatTable(
    accounts.map((account) => [
      formatAccount(account),
      account.holderName,
      account.promptPayId === null ? 'no PromptPay id' : `PromptPay ${account.promptPayId}`,
      account.activeTo === null ? 'open' : `until ${formatTime(account.activeTo)}`,
    ]),
  );
}

/** promptpay <account> <id>: the id `none` removes the QR code. */
export async function setPromptPay(
  context: CommandContext,
  typed: string | undefined,
  id: string | undefined,
): Promise<string> {
  const promptPayId = parsePromptPayId(id);
  const account = await findAccount(context, typed);
  const by = requireActor(context);
  await operators.setPromptPayId(context.database, by, {
    account: formatAccount(account),
    id: account.receivingAccountId,
    promptPayId,
  });
  return promptPayId === null
    ? `${formatAccount(account)} has no PromptPay id.`
    : `${formatAccount(account)} is paid by PromptPay ${promptPayId}: send one baht by a code of it before members do.`;
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

function formatAccount({ bankCode, account }: ListedAccount): string {
  return bankCode === null ? account : `${bankCode}/${account}`;
}
