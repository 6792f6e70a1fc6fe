// The states of the site that are photographed: screens, changed responses between page and server, and actions on the
// page before the picture.
//
// Always true: a changed response is one that the server sends in that state; nothing of the page is replaced.

import type { BrowserContext, Page, Route } from 'playwright-core';

import { CommandError } from '#ops/core/command';
import { toModal, paths } from '#web/lib/paths';

import { text } from './screenshots.text.ts';
import { resolvable } from '#testing/product/sign-in';

export type State = {
  readonly name: string;
  readonly who: 'visitor' | 'demo' | 'newcomer';
  readonly addresses: readonly string[];
  /** The picture is taken while the page is still loading. */
  readonly isBusy?: boolean;
  readonly arrange?: (context: BrowserContext) => Promise<unknown>;
  readonly act?: (page: Page) => Promise<void>;
};

type Fields = Readonly<Record<string, unknown>>;

const { member } = paths;
const publicAddresses = [paths.landing, paths.login, paths.register, paths.promotion];
const memberAddresses = Object.values(member).filter(
  (address) => typeof address === 'string' && address !== member.login,
);
const modals = [
  member.deposit,
  member.withdraw,
  member.transactions,
  member.affiliate,
  member.cashBack,
  member.spinner,
  member.promotion,
  member.freeCredit,
  member.account,
].map((address) => `${member.home}?${toModal(address).search}`);

/** All read endpoints of the screens except the configuration and the session, which define a state. */
const READS =
  /\/(?:user-profile-composite|rolling-composite|fund-composite|prize-composite|game-composite|wheel-script)\//;
const LARGE = 98_765_432.1;

export const states: readonly State[] = [
  { name: 'filled', who: 'visitor', addresses: publicAddresses },
  { name: 'filled', who: 'demo', addresses: [...memberAddresses, `${member.home}/A7K2M9`] },
  { name: 'empty', who: 'newcomer', addresses: memberAddresses },
  {
    name: 'empty',
    who: 'visitor',
    addresses: [paths.landing, paths.promotion],
    arrange: (context) => changePrefix(context, { PromotionList: [], ProductList: [] }),
  },
  { name: 'loading', who: 'visitor', addresses: [paths.promotion], isBusy: true, arrange: holdResponses },
  { name: 'loading', who: 'demo', addresses: memberAddresses, isBusy: true, arrange: holdResponses },
  { name: 'error', who: 'demo', addresses: memberAddresses, arrange: refuse(503, text.failure) },
  { name: 'limited', who: 'demo', addresses: [member.deposit, member.withdraw], arrange: refuse(429, text.tooMany) },
  { name: 'offline', who: 'visitor', addresses: publicAddresses, act: goOffline },
  { name: 'offline', who: 'demo', addresses: memberAddresses, act: goOffline },
  { name: 'modal', who: 'demo', addresses: modals },
  { name: 'long-names', who: 'visitor', addresses: publicAddresses, arrange: makeLong },
  { name: 'long-names', who: 'demo', addresses: memberAddresses, arrange: makeLong },
  closed('maintenance', { Maintenance: true }),
  closed('disabled', { Disabled: true }),
  {
    name: 'announcement',
    who: 'demo',
    addresses: [member.home],
    arrange: (context) => changePrefix(context, { alertyMessage: text.announcement }),
    act: (page) => page.getByRole('dialog').waitFor(),
  },
  pressing('dialog-login', 'visitor', paths.landing, ['link', text.login]),
  pressing('dialog-register', 'visitor', paths.landing, ['link', text.register]),
  pressing('menu', 'visitor', paths.landing, ['button', text.openMenu]),
  pressing('menu', 'demo', member.home, ['button', text.openMenu]),
  pressing('ask-promotion', 'demo', member.promotion, ['switch', text.takePromotions]),
  pressing('ask-logout', 'demo', member.menu, ['button', text.logout]),
  { name: 'confirm', who: 'demo', addresses: [member.withdraw], act: requestFullWithdrawal },
  { name: 'refused', who: 'visitor', addresses: [paths.login], act: sendEmptyLogin },
];

/**
 * Those with the names of a comma-separated list; all without a list. Throws a sentence about a name that does not
 * exist: no picture would look like a success.
 */
export function chooseNamed<Named extends { readonly name: string }>(
  option: string,
  list: string | undefined,
  all: readonly Named[],
): readonly Named[] {
  const wanted = list?.split(',');
  const unknown = (wanted ?? [])
    .filter((name) => !all.some((each) => each.name === name))
    .map((name) => JSON.stringify(name));
  if (unknown.length > 0) {
    const names = [...new Set(all.map(({ name }) => name))].join(', ');
    throw new CommandError(`${option}: there is no ${unknown.join(', ')}. Known: ${names}.`);
  }
  return all.filter(({ name }) => wanted?.includes(name) ?? true);
}

function closed(name: string, fields: Fields): State {
  return {
    name,
    who: 'visitor',
    addresses: [paths.landing, paths.login],
    arrange: (context) => changePrefix(context, fields),
  };
}

function pressing(
  name: string,
  who: State['who'],
  address: string,
  [role, label]: readonly ['button' | 'link' | 'switch', string],
): State {
  const act = async (page: Page): Promise<void> => {
    await page.getByRole(role, { name: label }).filter({ visible: true }).first().click();
    await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
  };
  return { name, who, addresses: [address], act };
}

async function holdResponses(context: BrowserContext): Promise<void> {
  await context.route(READS, () => undefined);
}

function refuse(status: number, message: string) {
  const body = JSON.stringify({ success: false, message });
  return (context: BrowserContext): Promise<unknown> =>
    context.route(READS, (route) => route.fulfill({ status, contentType: 'application/json', body }));
}

async function goOffline(page: Page): Promise<void> {
  await page.context().setOffline(true);
  await page.waitForFunction('!navigator.onLine');
}

/** A long site name, a long member name and a large balance. */
async function makeLong(context: BrowserContext): Promise<void> {
  await changePrefix(context, { appName: text.siteName });
  const fullName = `${text.firstName} ${text.lastName}`;
  const person = { userName: { firstName: text.firstName, lastName: text.lastName, fullName } };
  await change(context, /\/auth-service\/v1\/refresh$/, (data) => ({ ...data, ...person, ...fortune(data) }));
  await change(context, /\/profile\/balance$/, (data) => ({ ...data, balance: LARGE, ...fortune(data) }));
  await change(context, /\/withdrawal\/condition$/, (data) => ({ ...data, gameWallet: LARGE, available: LARGE }));
}

function fortune(data: Fields): Fields {
  const wallets = { ...(data['internalWallet'] as Fields | undefined) };
  const amounts = Object.keys(wallets).map((name) => [name, name === 'prizeWallet' ? 9_999 : LARGE] as const);
  return { internalWallet: Object.fromEntries(amounts) };
}

/** Changes the site's configuration where it is sent: alone, and in the settings of a page that is idle. */
async function changePrefix(context: BrowserContext, fields: Fields): Promise<void> {
  await change(context, /\/v2\/prefix$/, (data) => ({ ...data, ...fields }));
  await change(context, /\/v2\/setting$/, ({ Prefix, ...data }) => ({
    ...data,
    Prefix: { ...(Prefix as Fields), ...fields },
  }));
}

/** Changes some fields of the server's own response. */
async function change(context: BrowserContext, calls: RegExp, edit: (data: Fields) => Fields): Promise<void> {
  await context.route(calls, async (route: Route) => {
    const answer = await route.fetch({ url: resolvable(route.request().url()) });
    const body = (await answer.json()) as { readonly data?: Fields };
    await route.fulfill({ response: answer, json: { ...body, data: edit(body.data ?? {}) } });
  });
}

async function requestFullWithdrawal(page: Page): Promise<void> {
  await page.getByLabel(text.amount).fill('500');
  await page.getByRole('button', { name: text.withdraw, exact: true }).last().click();
  await page.getByRole('dialog').or(page.getByRole('alertdialog')).first().waitFor();
}

async function sendEmptyLogin(page: Page): Promise<void> {
  await page.getByRole('button', { name: text.login, exact: true }).last().click();
  await page.getByRole('alert').first().waitFor();
}
