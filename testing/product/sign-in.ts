// Members of the screenshots: the demo member with history, and a newly registered member without any. The second site
// has no demo member, so a new member is used there.

import { randomInt } from 'node:crypto';

import { CommandError } from '@chaba/ops/core/command';

export type GallerySession = { readonly token: string; readonly member: unknown };

type Answer = { readonly authToken?: string; readonly data?: unknown };

/** Values that a page stores after a sign-in. */
export async function signInDemo(site: string): Promise<GallerySession> {
  return isSecondSite(site) ? signInNewcomer(site) : signIn(site, '0812345678', 'demo1234');
}

export async function signInNewcomer(site: string): Promise<GallerySession> {
  const phoneNumber = `09${randomDigits(8)}`;
  const password = 'Gallery-2569';
  // An account number with the ending 8 has no special behaviour at the sandbox bank (docs/sandbox.md).
  const account = { BankAccount: `7${randomDigits(8)}8`, BankCode: '004' };
  const { data } = await postRequest(site, 'checkBank', account);
  const known = data as { readonly firstName: string; readonly lastName: string; readonly token: string };
  await postRequest(
    site,
    'signup',
    {
      ...account,
      phoneNumber,
      Password: password,
      Confirm_Password: password,
      firstName: known.firstName,
      lastName: known.lastName,
      affiliateKey: '',
      isBonus: false,
      WalletId: '',
    },
    { tokenBank: known.token },
  );
  return signIn(site, phoneNumber, password);
}

async function signIn(site: string, phoneNumber: string, Password: string): Promise<GallerySession> {
  const { authToken, data } = await postRequest(site, 'login', { phoneNumber, Password });
  if (authToken === undefined) throw new CommandError(`${phoneNumber} cannot sign in at ${site}.`);
  return { token: authToken, member: data };
}

async function postRequest(
  site: string,
  name: string,
  body: object,
  headers: Record<string, string> = {},
): Promise<Answer> {
  const answer = await fetch(`${resolvable(site)}/auth-service/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': apiKeyOf(site), ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new CommandError(`Nothing answers at ${site}: start the product first (npm start).`);
  });
  if (!answer.ok) throw new CommandError(`${name} was refused at ${site}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/**
 * Browsers resolve every name under localhost to this machine; Node uses the system's resolver, which often does not.
 */
export function resolvable(address: string): string {
  return address.replace(/^(https?:\/\/)[^/:]+\.localhost(?=[:/]|$)/, '$1127.0.0.1');
}

function apiKeyOf(site: string): string {
  return isSecondSite(site) ? 'lanna-sandbox' : 'chaba-sandbox';
}

/** The second site has its own host name. */
function isSecondSite(site: string): boolean {
  return new URL(site).hostname.startsWith('lanna.');
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}
