// Whom the gallery looks with: the demo member, who has a past, and one who joined a moment ago and has none. The second
// brand has no demo member: a newcomer stands in.

import { randomInt } from 'node:crypto';

import { Sentence } from '#scripts/settings';

export type Session = { readonly token: string; readonly member: unknown };

type Answer = { readonly authToken?: string; readonly data?: unknown };

/** What a page would keep of a sign-in. */
export async function signInDemo(site: string): Promise<Session> {
  return isSecondBrand(site) ? signInNewcomer(site) : signIn(site, '0812345678', 'demo1234');
}

export async function signInNewcomer(site: string): Promise<Session> {
  const phoneNumber = `09${randomDigits(8)}`;
  const password = 'Gallery-2569';
  // An account that ends in 8 belongs to somebody the sandbox bank knows (docs/sandbox.md).
  const account = { BankAccount: `7${randomDigits(8)}8`, BankCode: '004' };
  const { data } = await ask(site, 'checkBank', account);
  const known = data as { readonly firstName: string; readonly lastName: string; readonly token: string };
  await ask(
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

async function signIn(site: string, phoneNumber: string, Password: string): Promise<Session> {
  const { authToken, data } = await ask(site, 'login', { phoneNumber, Password });
  if (authToken === undefined) throw new Sentence(`${phoneNumber} cannot sign in at ${site}.`);
  return { token: authToken, member: data };
}

async function ask(site: string, name: string, body: object, headers: Record<string, string> = {}): Promise<Answer> {
  const answer = await fetch(`${resolvable(site)}/auth-service/v1/${name}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'api-key': apiKeyOf(site), ...headers },
    body: JSON.stringify(body),
  }).catch(() => {
    throw new Sentence(`Nothing answers at ${site}: start the product first (npm start).`);
  });
  if (!answer.ok) throw new Sentence(`${name} was refused at ${site}: ${await answer.text()}`);
  return (await answer.json()) as Answer;
}

/** A browser knows by itself that every name under localhost is this machine; Node asks the system, which often does not. */
export function resolvable(address: string): string {
  return address.replace(/^(https?:\/\/)[^/:]+\.localhost(?=[:/]|$)/, '$1127.0.0.1');
}

function apiKeyOf(site: string): string {
  return isSecondBrand(site) ? 'lanna-sandbox' : 'chaba-sandbox';
}

/** The second brand answers under a name of its own. */
function isSecondBrand(site: string): boolean {
  return new URL(site).hostname.startsWith('lanna.');
}

function randomDigits(count: number): string {
  return Array.from({ length: count }, () => randomInt(10)).join('');
}
