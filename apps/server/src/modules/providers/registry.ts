// Keys of providers, as operators change them.
//
// Always true: a key belongs to one provider at one site. A provider begins with one key that its name identifies; an
// operator may issue a second, so both are valid while the provider changes over, and retire one. At most two are
// valid. Secrets are derived from a secret of the counterparty and the name of the key and are stored in no table. A
// change is published to all processes.
//
// Elsewhere: verifying a request and its caches (gateway.ts), open or closed, win cap and games (catalogue), permission
// to change (operators).

import { randomBytes } from 'node:crypto';

import type { Queryable, Transaction } from '@chaba/database';

import { publish } from '#core/pubsub';
import type { Site } from '#core/site';

import {
  deriveKeySecret,
  isStudioProvider,
  type ProviderSecrets,
  PROVIDERS_TOPIC,
  TEST_KEY,
  TEST_PROVIDER,
} from './gateway.ts';
import * as store from './registry.store.ts';

export { type ProviderSecrets, TEST_PROVIDER } from './gateway.ts';

type Key = { readonly keyId: string; readonly isLive: boolean; readonly createdAt: Date | undefined };

const LIVE_KEYS_MAX = 2;

/** The first key of a provider at a site; undefined: none. */
function getFirstKey(site: Site, provider: string): string | undefined {
  const prefix = site.catalogue.findProvider(provider)?.keyPrefix;
  if (prefix !== undefined) return prefix + site.code;
  return provider === TEST_PROVIDER && site.code === TEST_KEY.siteCode ? TEST_KEY.keyId : undefined;
}

/** A provider's keys at a site, the oldest first. */
export async function keysOf(database: Queryable, site: Site, provider: string): Promise<Key[]> {
  const rows = (await store.listKeys(database)).filter((row) => row.siteId === site.id && row.provider === provider);
  const keys = rows.map(({ keyId, createdAt, retiredAt }) => ({ keyId, createdAt, isLive: retiredAt === null }));
  const first = getFirstKey(site, provider);
  const isRecorded = first === undefined || rows.some((row) => row.keyId === first);
  return isRecorded ? keys : [{ keyId: first, isLive: true, createdAt: undefined }, ...keys];
}

/** Issues a second key. Its secret is returned once. */
export async function issueKey(
  tx: Transaction,
  site: Site,
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
  return { keyId, secret: deriveKeySecret(secrets, isStudioProvider(site, provider), keyId) };
}

/** Retires a key: requests signed with it are rejected. The last valid key stays. */
export async function retireKey(
  tx: Transaction,
  site: Site,
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

async function recordFirstKey(tx: Transaction, site: Site, provider: string): Promise<store.KeyRow[]> {
  const first = getFirstKey(site, provider);
  const own = async () =>
    (await store.listKeys(tx)).filter((row) => row.siteId === site.id && row.provider === provider);
  if (first !== undefined && !(await own()).some((row) => row.keyId === first)) {
    await store.insertKey(tx, { keyId: first, siteId: site.id, provider, slot: 1 });
  }
  return (await own()).filter((row) => row.retiredAt === null);
}

function publishChange(tx: Transaction): void {
  tx.afterCommit(() => publish(PROVIDERS_TOPIC, 'all'));
}
