// Keys and settings of providers, as operators change them: keys, open or closed, and win cap of each provider at each
// site.
//
// Always true: a key belongs to one provider at one site. A provider begins with one key that its name identifies; an
// operator may issue a second, so both are valid while the provider changes over, and retire one. At most two are
// valid. Secrets are derived from a secret of the counterparty and the name of the key and are stored in no table. A
// change is published to all processes.
//
// Elsewhere: verifying a request and its caches (gateway.ts), profiles (protocols.ts), permission to change
// (operators).

import { randomBytes } from 'node:crypto';

import type { Queryable, Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import { publish } from '#core/pubsub';
import { studioKeyPrefixes, unlistedProviders } from '#site/catalogue';

import {
  deriveKeySecret,
  type ProviderSecrets,
  type ProviderSetting,
  PROVIDERS_TOPIC,
  TEST_KEY,
  TEST_PROVIDER,
} from './gateway.ts';
import type { SiteName } from './protocol.ts';
import * as store from './provider-registry.store.ts';
import { getProfile } from './protocols.ts';

export { type ProviderSecrets, TEST_PROVIDER } from './gateway.ts';

type Key = { readonly keyId: string; readonly isLive: boolean; readonly createdAt: Date | undefined };

/** Providers outside every lobby, which begin with no key. */
export const keylessProviders: readonly string[] = unlistedProviders
  .map(({ ch }) => ch)
  .filter((ch) => ch !== TEST_PROVIDER);
const LIVE_KEYS_MAX = 2;

/** The first key of a provider at a site; undefined: none. */
function getFirstKey(site: SiteName, provider: string): string | undefined {
  const prefix = studioKeyPrefixes[provider];
  if (prefix !== undefined) return prefix + site.code;
  return provider === TEST_PROVIDER && site.code === TEST_KEY.siteCode ? TEST_KEY.keyId : undefined;
}

/** Settings of providers that an operator changed at a site. */
export async function settingsOf(database: Queryable, siteId: number): Promise<ReadonlyMap<string, ProviderSetting>> {
  const rows = (await store.listSettings(database)).filter((row) => row.siteId === siteId);
  return new Map(
    rows.map(({ provider, isOpen, winCap }) => [provider, { isOpen, winCap: winCap ?? getProfile(provider).winCap }]),
  );
}

/** The win cap of a provider at a site. */
export async function winCapOf(database: Queryable, siteId: number, provider: string): Promise<Money | undefined> {
  const setting = (await settingsOf(database, siteId)).get(provider);
  return setting ? setting.winCap : getProfile(provider).winCap;
}

/** Why a provider is closed, for members. */
export type Closure = { readonly closedBy: store.Closer; readonly closedReason?: string };

/** Providers that are closed at a site, for the lobby. */
export async function closedProviders(database: Queryable, siteId: number): Promise<ReadonlyMap<string, Closure>> {
  const rows = (await store.listSettings(database)).filter((row) => row.siteId === siteId);
  return new Map(
    rows.flatMap(({ provider, closedBy, closedNotice }) =>
      closedBy === null
        ? []
        : [[provider, { closedBy, ...(closedNotice !== null && { closedReason: closedNotice }) }] as const],
    ),
  );
}

/** A provider's keys at a site, the oldest first. */
export async function keysOf(database: Queryable, site: SiteName, provider: string): Promise<Key[]> {
  const rows = (await store.listKeys(database)).filter((row) => row.siteId === site.id && row.provider === provider);
  const keys = rows.map(({ keyId, createdAt, retiredAt }) => ({ keyId, createdAt, isLive: retiredAt === null }));
  const first = getFirstKey(site, provider);
  const isRecorded = first === undefined || rows.some((row) => row.keyId === first);
  return isRecorded ? keys : [{ keyId: first, isLive: true, createdAt: undefined }, ...keys];
}

/** Issues a second key. Its secret is returned once. */
export async function issueKey(
  tx: Transaction,
  site: SiteName,
  to: { readonly provider: string; readonly secrets: ProviderSecrets },
): Promise<{ readonly keyId: string; readonly secret: string } | 'two_keys'> {
  const { provider, secrets } = to;
  await store.lockKeys(tx);
  const live = await recordFirstKey(tx, site, provider);
  if (live.length >= LIVE_KEYS_MAX) return 'two_keys';
  const slot = live.some((key) => key.slot === 1) ? 2 : 1;
  const keyId = `${getFirstKey(site, provider) ?? `${provider}-${site.code}`}.${randomBytes(4).toString('hex')}`;
  await store.insertKey(tx, { keyId, siteId: site.id, provider, slot });
  publishChange(tx);
  return { keyId, secret: deriveKeySecret(secrets, provider, keyId) };
}

/** Retires a key: requests signed with it are rejected. The last valid key stays. */
export async function retireKey(
  tx: Transaction,
  site: SiteName,
  { provider, keyId }: { readonly provider: string; readonly keyId: string },
): Promise<'retired' | 'not_waiting' | 'not_enough'> {
  await store.lockKeys(tx);
  const live = await recordFirstKey(tx, site, provider);
  if (!live.some((key) => key.keyId === keyId)) return 'not_waiting';
  if (live.length === 1) return 'not_enough';
  await store.retireKey(tx, site.id, keyId);
  publishChange(tx);
  return 'retired';
}

async function recordFirstKey(tx: Transaction, site: SiteName, provider: string): Promise<store.KeyRow[]> {
  const first = getFirstKey(site, provider);
  const own = async () =>
    (await store.listKeys(tx)).filter((row) => row.siteId === site.id && row.provider === provider);
  if (first !== undefined && !(await own()).some((row) => row.keyId === first)) {
    await store.insertKey(tx, { keyId: first, siteId: site.id, provider, slot: 1 });
  }
  return (await own()).filter((row) => row.retiredAt === null);
}

/** Opens a provider or closes it, with the reason that members read; or sets its win cap. */
export async function setProvider(
  tx: Transaction,
  siteId: number,
  to: {
    readonly provider: string;
    readonly isOpen?: boolean;
    readonly closedBy?: store.Closer;
    readonly notice?: string;
    readonly winCap?: Money;
  },
): Promise<'done'> {
  const { provider, isOpen, closedBy = 'operator', notice, winCap } = to;
  if (isOpen !== undefined) {
    const closure = isOpen ? { closedBy: null, notice: null } : { closedBy, notice: notice ?? null };
    await store.writeClosure(tx, siteId, { provider, ...closure });
  }
  if (winCap !== undefined) await store.writeWinCap(tx, siteId, { provider, winCap });
  publishChange(tx);
  return 'done';
}

function publishChange(tx: Transaction): void {
  tx.afterCommit(() => publish(PROVIDERS_TOPIC, 'all'));
}
