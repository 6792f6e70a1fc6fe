// Keys of providers and how a provider is set up: cached for requests, issued and retired by operators.
//
// Always true: a key belongs to one provider at one site. A provider begins with one key that its name identifies; an
// operator may issue a second, so both are valid while the provider changes over, and retire one. At most two are
// valid. Secrets are derived from a secret of the counterparty and the name of the key and are stored in no table.
// Requests use cached keys: a change, which is published to all processes, or a few seconds replace the cache.
//
// Elsewhere: verifying a request (gateway.ts), open or closed, win cap and games (catalogue), permission to change
// (operators).

import { randomBytes } from 'node:crypto';

import type { Database, Queryable, Transaction } from '@chaba/database';

import type { Provider } from '#core/catalogue';
import type { Config } from '#core/config';
import { isLocalCaller, type Origin } from '#core/local-caller';
import { publish, subscribe } from '#core/pubsub';
import { deriveSecret, deriveSecrets } from '#core/signature';
import { type Site, SITE_TOPIC, type Sites } from '#core/site';
import type { Caller } from '#modules/wallet';
import type { Protocol, ProviderIdentity } from '#modules/provider-protocol';
import * as store from './registry.store.ts';

// ── settings ─────────────────────────────────────────────────────────────────────────────────────────────────────────

type Setting = Pick<Caller, 'isOpen' | 'winCap' | 'profile'>;

/** By row: a changed provider is another row. */
const settings = new WeakMap<Provider, Setting>();

export function getSetting(protocol: Protocol, row: Provider): Setting {
  const known = settings.get(row);
  if (known) return known;
  const profile = protocol.getProfile(row);
  const setting = { isOpen: row.closure === undefined, winCap: row.winCap ?? profile.winCap, profile };
  settings.set(row, setting);
  return setting;
}

// ── cached keys ──────────────────────────────────────────────────────────────────────────────────────────────────────

export type ProviderRegistry = {
  /** The cached keys. */
  load(): Promise<KnownProviders>;
  close(): void;
};
type KnownProviders = {
  /** The owner of a key, where this origin may use it. */
  findIdentity(keyId: string, from: Origin): ProviderIdentity | undefined;
};

/** The secrets from which those of keys are derived. */
export type ProviderSecrets = Pick<Config, 'studioSecret' | 'providerSecret'>;
type KeyConfig = ProviderSecrets & Pick<Config, 'mode' | 'testKey' | 'trustedProxies'>;

export const TEST_PROVIDER = 'test';
/** The only key with a public secret, for calling the wallet in play mode (local-caller.ts). */
const TEST_KEY = { keyId: 'test-key', secret: 'test-secret', siteCode: 'chaba' };
/** The pub/sub topic of changed keys. */
const PROVIDERS_TOPIC = 'providers';
const CACHE_LIFETIME_MS = 5_000;
/** More than all keys; unknown names fill the cache at most once. */
const SECRETS_MAX = 1_000;

export function openProviderRegistry(
  database: Database,
  config: KeyConfig,
  sites: Pick<Sites, 'all'>,
): ProviderRegistry {
  let cached: Promise<KnownProviders> | undefined;
  let cachedAt = 0;
  const getSecrets = createSecretCache(config);
  const drop = (): void => {
    cached = undefined;
  };
  const stops = [PROVIDERS_TOPIC, SITE_TOPIC].map((topic) => subscribe(topic, { onMessage: drop, onGap: drop }));

  return {
    load() {
      const now = performance.now();
      if (cached !== undefined && now - cachedAt < CACHE_LIFETIME_MS) return cached;
      cachedAt = now;
      const loading = loadRegistry(database, config, { sites, getSecrets });
      cached = loading;
      loading.catch(() => {
        if (cached === loading) cached = undefined;
      });
      return loading;
    },
    close: () => stops.forEach((stop) => stop()),
  };
}

async function loadRegistry(
  database: Database,
  config: KeyConfig,
  { sites, getSecrets }: { readonly sites: Pick<Sites, 'all'>; readonly getSecrets: GetSecrets },
): Promise<KnownProviders> {
  const [all, keyRows] = await Promise.all([sites.all(), store.listKeys(database)]);
  const keys = new Map(keyRows.map((row) => [row.keyId, row]));
  const siteById = new Map(all.map((site) => [site.id, site]));
  // The first key of a provider of the studio follows from its row, so that the studio needs none from an operator.
  const firstKeys = new Map(
    all.flatMap((site) =>
      site.catalogue.providers.flatMap(({ ch, keyPrefix }) =>
        keyPrefix === undefined ? [] : [[keyPrefix + site.code, { provider: ch, siteCode: site.code }] as const],
      ),
    ),
  );
  const testKey = { provider: TEST_PROVIDER, siteCode: TEST_KEY.siteCode, secrets: [TEST_KEY.secret], isStudio: false };
  return {
    findIdentity(keyId, from) {
      if (keyId === TEST_KEY.keyId && !isTestKeyOpen(config, from)) return undefined;
      const row = keys.get(keyId);
      if (row && row.retiredAt !== null) return undefined;
      if (keyId === TEST_KEY.keyId) return testKey;
      const first = firstKeys.get(keyId);
      if (first) return { ...first, secrets: getSecrets(true, keyId), isStudio: true };
      const site = row && siteById.get(row.siteId);
      if (!site) return undefined;
      const isStudio = isStudioProvider(site, row.provider);
      return { provider: row.provider, siteCode: site.code, secrets: getSecrets(isStudio, keyId), isStudio };
    },
  };
}

/**
 * The test key credits money to any player: valid only from this machine unless switched on, and never for real money.
 */
function isTestKeyOpen({ mode, testKey, trustedProxies }: KeyConfig, from: Origin): boolean {
  if (mode !== 'play' || testKey === 'off') return false;
  return testKey === 'on' || (trustedProxies === 0 && isLocalCaller(from));
}

type GetSecrets = (isStudio: boolean, keyId: string) => readonly string[];

/** Derived secrets never change and are cached: every request needs one. */
function createSecretCache(config: ProviderSecrets): GetSecrets {
  const cache = new Map<string, readonly string[]>();
  return (isStudio, keyId) => {
    const known = cache.get(keyId);
    if (known !== undefined) return known;
    const secrets = deriveSecrets(config[toSecretSetting(isStudio)], keyId);
    if (cache.size < SECRETS_MAX) cache.set(keyId, secrets);
    return secrets;
  };
}

/** The secret of a new key. */
function deriveKeySecret(config: ProviderSecrets, isStudio: boolean, keyId: string): string {
  return deriveSecret(config[toSecretSetting(isStudio)][0], keyId);
}

/** The studio derives its own keys from a secret that it shares only with the server. */
function toSecretSetting(isStudio: boolean): keyof ProviderSecrets {
  return isStudio ? 'studioSecret' : 'providerSecret';
}

/** Whether the play-money studio runs the games of a provider. */
function isStudioProvider(site: Site, provider: string): boolean {
  return site.catalogue.findProvider(provider)?.keyPrefix !== undefined;
}

// ── keys as operators change them ────────────────────────────────────────────────────────────────────────────────────

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
