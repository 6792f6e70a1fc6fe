// The registry of providers: keys, open or closed, and win cap of each provider at each site.
//
// Always true: a key belongs to one provider at one site. A provider begins with one key that its name identifies; an
// operator may issue a second, so both are valid while the provider changes over, and retire one. At most two are
// valid. Secrets are derived from the counterparty's secret and the name of the key and stand in no table. Each process
// caches the rows: every request needs them, and they change rarely. The cache is replaced when any process changes a
// row, and every few seconds.
//
// Elsewhere: verifying a signature (chaba/chaba.routes.ts), profiles (protocols.ts), who may change it (operators).

import { randomBytes } from 'node:crypto';

import type { Database, Queryable, Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { Config } from '#core/config';
import { isLocalCaller, type Origin } from '#core/local-caller';
import { publish, subscribe } from '#core/pubsub';
import { deriveSecret } from '#core/signature';
import type { ProviderProfile } from '#modules/wallet';
import { listProvidersOf } from '#site/catalogue';

import { studioKeyPrefixes } from './chaba/chaba-client.ts';
import type { ProviderIdentity, ProviderRegistry, ProviderSetting, SiteName } from './protocol.ts';
import * as store from './provider-registry.store.ts';
import { getProfile, protocols } from './protocols.ts';

type Key = { readonly keyId: string; readonly isLive: boolean; readonly createdAt: Date | undefined };
/** The secrets from which those of keys are derived. */
export type ProviderSecrets = Pick<Config, 'studioSecret' | 'providerSecret'>;
type KeyConfig = ProviderSecrets & Pick<Config, 'mode' | 'testKey' | 'trustedProxies'>;

export const TEST_PROVIDER = 'test';
/** Providers with a protocol of their own; each begins with no key. */
export const aggregators: readonly string[] = protocols.flatMap(({ name }) =>
  name === 'chaba' ? [] : listProvidersOf(name),
);
/** Rules §13: the only key with a public secret, for calling the wallet in play mode (local-caller.ts). */
const TEST_KEY = { keyId: 'test-key', secret: 'test-secret', siteCode: 'chaba' };
const NOTICE = 'providers';
const COPY_LIVES_MS = 5_000;
const LIVE_KEYS_MAX = 2;
/** More than all keys; invented names fill the cache at most once. */
const SECRETS_KEPT_MAX = 1_000;

type KnownSetting = ProviderSetting & { readonly profile: ProviderProfile };
type Copy = {
  /** Settings that an operator changed, and the usual ones of providers that sent a request. */
  readonly settings: Map<string, KnownSetting>;
  readonly keys: ReadonlyMap<string, store.KeyRow>;
};

export function openProviderRegistry(
  database: Database,
  config: KeyConfig,
  siteCodeOf: (siteId: number) => Promise<string>,
): ProviderRegistry {
  let copy: Promise<Copy> | undefined;
  let copiedAt = 0;
  const secretFor = openSecrets(config);
  const drop = (): void => {
    copy = undefined;
  };
  const stop = subscribe(NOTICE, { onMessage: drop, onGap: drop });

  function read(): Promise<Copy> {
    const now = performance.now();
    if (copy !== undefined && now - copiedAt < COPY_LIVES_MS) return copy;
    copiedAt = now;
    const reading = readAll(database);
    copy = reading;
    reading.catch(() => {
      if (copy === reading) copy = undefined;
    });
    return reading;
  }

  return {
    async findIdentity(keyId, from) {
      if (keyId === TEST_KEY.keyId && !isTestKeyOpen(config, from)) return undefined;
      const row = (await read()).keys.get(keyId);
      if (row && row.retiredAt !== null) return undefined;
      const first = firstCallerOf(keyId, secretFor);
      if (first || !row) return first;
      const { provider } = row;
      return { provider, siteCode: await siteCodeOf(row.siteId), secret: secretFor(provider, keyId) };
    },
    async getSetting(siteId, provider) {
      const { settings } = await read();
      const key = `${siteId}|${provider}`;
      const known = settings.get(key);
      if (known) return known;
      const profile = getProfile(provider);
      const usual = { isOpen: true, winCap: profile.winCap, profile };
      settings.set(key, usual);
      return usual;
    },
    close: stop,
  };
}

async function readAll(database: Queryable): Promise<Copy> {
  const [settings, keys] = await Promise.all([store.allSettings(database), store.allKeys(database)]);
  return {
    settings: new Map(
      settings.map((row) => {
        const profile = getProfile(row.provider);
        return [`${row.siteId}|${row.provider}`, { isOpen: row.isOpen, winCap: row.winCap ?? profile.winCap, profile }];
      }),
    ),
    keys: new Map(keys.map((row) => [row.keyId, row])),
  };
}

/**
 * The test key credits money to any player: valid from this machine alone unless switched on, and never for real money.
 */
function isTestKeyOpen({ mode, testKey, trustedProxies }: KeyConfig, from: Origin): boolean {
  if (mode !== 'play' || testKey === 'off') return false;
  return testKey === 'on' || (trustedProxies === 0 && isLocalCaller(from));
}

/** The identity of a first key, derived from its name. */
function firstCallerOf(keyId: string, secretFor: SecretFor): ProviderIdentity | undefined {
  if (keyId === TEST_KEY.keyId) return { ...TEST_KEY, provider: TEST_PROVIDER };
  const [provider, prefix = ''] = Object.entries(studioKeyPrefixes).find(([, each]) => keyId.startsWith(each)) ?? [];
  const siteCode = keyId.slice(prefix.length);
  if (provider === undefined || !/^[a-z0-9-]{1,32}$/.test(siteCode)) return undefined;
  return { provider, siteCode, secret: secretFor(provider, keyId) };
}

type SecretFor = (provider: string, keyId: string) => string;

/** Derived secrets never change and are cached: every request needs one. */
function openSecrets(secrets: ProviderSecrets): SecretFor {
  const kept = new Map<string, string>();
  return (provider, keyId) => {
    const known = kept.get(keyId);
    if (known !== undefined) return known;
    const secret = derivedSecret(secrets, provider, keyId);
    if (kept.size < SECRETS_KEPT_MAX) kept.set(keyId, secret);
    return secret;
  };
}

/** The studio derives its own keys from a secret that it shares with us alone. */
function derivedSecret({ studioSecret, providerSecret }: ProviderSecrets, provider: string, keyId: string): string {
  return deriveSecret(provider in studioKeyPrefixes ? studioSecret : providerSecret, keyId);
}

/** The first key of a provider at a site; undefined: none. */
function firstKeyOf(site: SiteName, provider: string): string | undefined {
  const prefix = studioKeyPrefixes[provider];
  if (prefix !== undefined) return prefix + site.code;
  return provider === TEST_PROVIDER && site.code === TEST_KEY.siteCode ? TEST_KEY.keyId : undefined;
}

/** Settings of providers that an operator changed at a site. */
export async function settingsOf(database: Queryable, siteId: number): Promise<ReadonlyMap<string, ProviderSetting>> {
  const rows = (await store.allSettings(database)).filter((row) => row.siteId === siteId);
  return new Map(
    rows.map(({ provider, isOpen, winCap }) => [provider, { isOpen, winCap: winCap ?? getProfile(provider).winCap }]),
  );
}

/** The win cap of a provider at a site. */
export async function winCapOf(database: Queryable, siteId: number, provider: string): Promise<Money | undefined> {
  const setting = (await settingsOf(database, siteId)).get(provider);
  return setting ? setting.winCap : getProfile(provider).winCap;
}

/** Providers that are closed at a site, for the lobby. */
export async function closedProviders(database: Queryable, siteId: number): Promise<ReadonlySet<string>> {
  const settings = await settingsOf(database, siteId);
  return new Set([...settings].filter(([, { isOpen }]) => !isOpen).map(([provider]) => provider));
}

/** A provider's keys at a site, the oldest first. */
export async function keysOf(database: Queryable, site: SiteName, provider: string): Promise<Key[]> {
  const rows = (await store.allKeys(database)).filter((row) => row.siteId === site.id && row.provider === provider);
  const keys = rows.map(({ keyId, createdAt, retiredAt }) => ({ keyId, createdAt, isLive: retiredAt === null }));
  const first = firstKeyOf(site, provider);
  const isNoted = first === undefined || rows.some((row) => row.keyId === first);
  return isNoted ? keys : [{ keyId: first, isLive: true, createdAt: undefined }, ...keys];
}

/** Issues a second key. Its secret is returned once. */
export async function issueKey(
  tx: Transaction,
  site: SiteName,
  to: { readonly provider: string; readonly secrets: ProviderSecrets },
): Promise<{ readonly keyId: string; readonly secret: string } | 'two_keys'> {
  const { provider, secrets } = to;
  await store.lockKeys(tx);
  const live = await noteFirstKey(tx, site, provider);
  if (live.length >= LIVE_KEYS_MAX) return 'two_keys';
  const slot = live.some((key) => key.slot === 1) ? 2 : 1;
  const keyId = `${firstKeyOf(site, provider) ?? `${provider}-${site.code}`}.${randomBytes(4).toString('hex')}`;
  await store.insertKey(tx, { keyId, siteId: site.id, provider, slot });
  tellOthers(tx);
  return { keyId, secret: derivedSecret(secrets, provider, keyId) };
}

/** Retires a key: requests signed with it are rejected. The last valid key stays. */
export async function retireKey(
  tx: Transaction,
  site: SiteName,
  { provider, keyId }: { readonly provider: string; readonly keyId: string },
): Promise<'retired' | 'not_waiting' | 'not_enough'> {
  await store.lockKeys(tx);
  const live = await noteFirstKey(tx, site, provider);
  if (!live.some((key) => key.keyId === keyId)) return 'not_waiting';
  if (live.length === 1) return 'not_enough';
  await store.retireKey(tx, site.id, keyId);
  tellOthers(tx);
  return 'retired';
}

async function noteFirstKey(tx: Transaction, site: SiteName, provider: string): Promise<store.KeyRow[]> {
  const first = firstKeyOf(site, provider);
  const own = async () =>
    (await store.allKeys(tx)).filter((row) => row.siteId === site.id && row.provider === provider);
  if (first !== undefined && !(await own()).some((row) => row.keyId === first)) {
    await store.insertKey(tx, { keyId: first, siteId: site.id, provider, slot: 1 });
  }
  return (await own()).filter((row) => row.retiredAt === null);
}

/** Opens or closes a provider, or sets its win cap. */
export async function setProvider(
  tx: Transaction,
  siteId: number,
  to: { readonly provider: string; readonly isOpen?: boolean; readonly winCap?: Money },
): Promise<'done'> {
  await store.writeSetting(tx, siteId, {
    provider: to.provider,
    isOpen: to.isOpen ?? null,
    winCap: to.winCap ?? null,
  });
  tellOthers(tx);
  return 'done';
}

function tellOthers(tx: Transaction): void {
  tx.afterCommit(() => publish(NOTICE, 'all'));
}
