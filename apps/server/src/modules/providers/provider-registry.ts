// How each provider is set up at each brand: its keys, whether it is open, and its win cap.
//
// Always true: a key belongs to one provider at one brand. Every provider begins with one key whose name says whose it is; an
// operator may give out another, so that both are good while the provider changes over, and take the old one back. Never more
// than two are good. Secrets are derived from the secret of the counterparty and the key's name and stand in no table. Rows change
// rarely and are asked for at every call, so each process keeps a copy, replaced when any process changes it and every few seconds.
//
// Elsewhere: checking a signature (chaba.routes.ts), what a provider may say (wallet/profiles.ts), who may change it (operators).

import { randomBytes } from 'node:crypto';

import type { Database, Queryable, Transaction } from '@chaba/database';
import type { Money } from '@chaba/money';

import type { Config } from '#core/config';
import { isLocalCaller, type Origin } from '#core/local-caller';
import { publish, subscribe } from '#core/pubsub';
import { secretOf } from '#core/signature';
import type { ProviderProfile } from '#modules/wallet';
import { listProvidersOf } from '#site/catalogue';

import { studioKeyPrefixes } from './chaba/chaba-client.ts';
import type { ProviderIdentity, ProviderRegistry, ProviderSetting, SiteName } from './protocol.ts';
import * as store from './provider-registry.store.ts';
import { getProfile, protocols } from './protocols.ts';

export type Key = { readonly keyId: string; readonly isLive: boolean; readonly createdAt: Date | undefined };
/** What the secrets of keys are derived from. */
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
/** More than all keys there are; names that strangers make up fill it at most once. */
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
  const stop = subscribe(NOTICE, () => {
    copy = undefined;
  });

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

/** The test key credits money to any player. It works on this machine alone unless it is switched on, and never for real money. */
function isTestKeyOpen({ mode, testKey, trustedProxies }: KeyConfig, from: Origin): boolean {
  if (mode !== 'play' || testKey === 'off') return false;
  return testKey === 'on' || (trustedProxies === 0 && isLocalCaller(from));
}

/** The keys that everybody begins with. */
function firstCallerOf(keyId: string, secretFor: SecretFor): ProviderIdentity | undefined {
  if (keyId === TEST_KEY.keyId) return { ...TEST_KEY, provider: TEST_PROVIDER };
  const [provider, prefix = ''] = Object.entries(studioKeyPrefixes).find(([, each]) => keyId.startsWith(each)) ?? [];
  const siteCode = keyId.slice(prefix.length);
  if (provider === undefined || !/^[a-z0-9-]{1,32}$/.test(siteCode)) return undefined;
  return { provider, siteCode, secret: secretFor(provider, keyId) };
}

type SecretFor = (provider: string, keyId: string) => string;

/** A key's secret is derived from its name and never changes, so what was derived is kept: every call asks. */
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
  return secretOf(provider in studioKeyPrefixes ? studioSecret : providerSecret, keyId);
}

/** The key that a provider begins with at a brand; undefined where it has none. */
function firstKeyOf(site: SiteName, provider: string): string | undefined {
  const prefix = studioKeyPrefixes[provider];
  if (prefix !== undefined) return prefix + site.code;
  return provider === TEST_PROVIDER && site.code === TEST_KEY.siteCode ? TEST_KEY.keyId : undefined;
}

/** How the providers that were ever changed stand at a brand. */
export async function settingsOf(database: Queryable, siteId: number): Promise<ReadonlyMap<string, ProviderSetting>> {
  const rows = (await store.allSettings(database)).filter((row) => row.siteId === siteId);
  return new Map(
    rows.map(({ provider, isOpen, winCap }) => [provider, { isOpen, winCap: winCap ?? getProfile(provider).winCap }]),
  );
}

/** What one win of this provider may pay at this brand before a person looks. */
export async function winCapOf(database: Queryable, siteId: number, provider: string): Promise<Money | undefined> {
  const setting = (await settingsOf(database, siteId)).get(provider);
  return setting ? setting.winCap : getProfile(provider).winCap;
}

/** Its providers that are closed for now, for the lobby. */
export async function closedProviders(database: Queryable, siteId: number): Promise<ReadonlySet<string>> {
  const settings = await settingsOf(database, siteId);
  return new Set([...settings].filter(([, { isOpen }]) => !isOpen).map(([provider]) => provider));
}

/** A provider's keys at a brand, the oldest first. */
export async function keysOf(database: Queryable, site: SiteName, provider: string): Promise<Key[]> {
  const rows = (await store.allKeys(database)).filter((row) => row.siteId === site.id && row.provider === provider);
  const keys = rows.map(({ keyId, createdAt, retiredAt }) => ({ keyId, createdAt, isLive: retiredAt === null }));
  const first = firstKeyOf(site, provider);
  const isNoted = first === undefined || rows.some((row) => row.keyId === first);
  return isNoted ? keys : [{ keyId: first, isLive: true, createdAt: undefined }, ...keys];
}

/** Gives the provider a second key. Its secret is told once, to whoever hands it over. */
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

/** Takes a key back: calls that it signs are refused from now on. The last one that is good stays. */
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

/** Opens or closes a provider, or sets what one win of it may pay before a person looks. */
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
