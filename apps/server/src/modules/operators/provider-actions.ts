// Actions about providers, their games and their keys.
//
// Always true: what opens or loosens needs two people, what closes or tightens needs one. A provider is called after
// the commit only. A secret of a key is shown once and never recorded.
//
// Elsewhere: the catalogue (modules/catalogue), keys (modules/providers), wins and rounds (round-actions.ts).

import { type GameType, gameTypes, type Provider } from '#core/catalogue';
import { formatBaht, type Money } from '@chaba/money';
import type { Transaction } from '@chaba/database';

import * as catalogue from '#modules/catalogue';
import { createProviderClients, issueKey, keysOf, retireKey as endKey } from '#modules/providers';
import { parseGamesFile, splitTerms, completeTerms, parseProviderTerms } from '#modules/operator-input';
import { toWireAmount } from '#core/wire-amount';

import { type ActionFacts, type By, defineAction, type LoadedAction } from './actions.ts';
import { failOperator } from './operator-error.ts';
import { parseName, parseNotice, parsePositiveAmount, requireProvider } from './subjects.ts';

const CODE = /^[a-z0-9-]{2,40}$/;
const GAME_CODE = /^[\w.-]{1,64}$/;
const NOT_SENT = 'not_sent';

const parseProvider = ({ provider }: Readonly<Record<string, string>>): string => parseName('provider', provider);
export const subjectOfProvider = (provider: string): string => `provider ${provider}`;

async function load(
  tx: Transaction,
  siteId: number,
  code: string,
  more: (provider: Provider) => ActionFacts = () => ({}),
): Promise<LoadedAction> {
  const { provider } = await requireProvider(tx, siteId, code);
  const { closure, winCap } = provider;
  return {
    subject: subjectOfProvider(code),
    facts: {
      provider: code,
      isOpen: closure === undefined,
      winCap: winCap === undefined ? null : toWireAmount(winCap),
      ...more(provider),
    },
  };
}

const open = defineAction<string>({
  parse: parseProvider,
  load: (tx, siteId, provider) => load(tx, siteId, provider),
  async run(tx, { siteId }, provider) {
    await catalogue.setProvider(tx, siteId, { provider, isOpen: true });
    return { outcome: 'opened' };
  },
});

type Closing = { readonly provider: string; readonly closedBy: 'operator' | 'studio'; readonly notice?: string };

/** `closer`: operator or studio. `notice`: the reason that members read. */
const close = defineAction<Closing>({
  parse(input) {
    const { closer } = input;
    if (closer !== 'operator' && closer !== 'studio') return failOperator('FIELD_INVALID', { field: 'closer' });
    const notice = parseNotice(input['notice']);
    return { provider: parseProvider(input), closedBy: closer, ...(notice === undefined ? {} : { notice }) };
  },
  load: (tx, siteId, { provider }) => load(tx, siteId, provider),
  async run(tx, { siteId }, to) {
    await catalogue.setProvider(tx, siteId, { ...to, isOpen: false });
    const { closedBy, notice } = to;
    return { outcome: 'closed', after: { closedBy, notice: notice ?? null } };
  },
});

const setWinCap = defineAction<{ readonly provider: string; readonly winCap: Money }>({
  parse: (input) => ({ provider: parseProvider(input), winCap: parsePositiveAmount('amount', input['amount']) }),
  async load(tx, siteId, { provider, winCap }) {
    const loaded = await load(tx, siteId, provider, () => ({ newWinCap: toWireAmount(winCap) }));
    const before = (await requireProvider(tx, siteId, provider)).provider.winCap;
    return { ...loaded, isTightening: before !== undefined && winCap < before };
  },
  async run(tx, { siteId }, to) {
    await catalogue.setProvider(tx, siteId, to);
    return { outcome: 'set', after: { winCap: `${formatBaht(to.winCap)} baht` } };
  },
});

const STEPS = { up: -1, down: 1 } as const;

const move = defineAction<{ readonly provider: string; readonly direction: keyof typeof STEPS }>({
  parse(input) {
    const { direction } = input;
    if (direction !== 'up' && direction !== 'down') return failOperator('FIELD_INVALID', { field: 'direction' });
    return { provider: parseProvider(input), direction };
  },
  load: (tx, siteId, { provider, direction }) =>
    load(tx, siteId, provider, ({ lobbyOrder }) => ({ order: lobbyOrder ?? null, direction })),
  async run(tx, { siteId }, { provider, direction }) {
    const outcome = await catalogue.moveProvider(tx, siteId, { provider, step: STEPS[direction] });
    return outcome === 'moved' ? { outcome } : { rejection: 'BLOCKED', reasons: [outcome] };
  },
});

const setBadge = defineAction<{ readonly provider: string; readonly isNew: boolean }>({
  parse(input) {
    const { isNew } = input;
    if (isNew !== 'yes' && isNew !== 'no') return failOperator('FIELD_INVALID', { field: 'isNew' });
    return { provider: parseProvider(input), isNew: isNew === 'yes' };
  },
  load: (tx, siteId, { provider, isNew }) =>
    load(tx, siteId, provider, (known) => ({ isNew: known.isNew, newIsNew: isNew })),
  async run(tx, { siteId }, to) {
    const outcome = await catalogue.changeProvider(tx, siteId, to);
    return outcome === 'changed' ? { outcome } : { rejection: 'BLOCKED', reasons: [outcome] };
  },
});

type TermsChange = { readonly provider: string; readonly words: readonly string[] };

const parseTerms = (input: Readonly<Record<string, string>>): TermsChange => ({
  provider: parseProvider(input),
  words: splitTerms(input['terms'] ?? ''),
});

const toFacts = (words: readonly string[]): ActionFacts => ({ terms: words });

const add = defineAction<TermsChange>({
  parse(input) {
    const change = parseTerms(input);
    return CODE.test(change.provider) ? change : failOperator('FIELD_INVALID', { field: 'provider' });
  },
  load: async (_tx, _siteId, { provider, words }) => ({
    subject: subjectOfProvider(provider),
    facts: { provider, ...toFacts(words) },
  }),
  async run(tx, { siteId, config }, { provider, words }) {
    const terms = completeTerms(parseProviderTerms(words, config.mode === 'play'));
    const outcome = await catalogue.addProvider(tx, siteId, { provider, ...terms });
    if (outcome !== 'added') return { rejection: 'BLOCKED', reasons: [outcome] };
    return { outcome, after: { ...terms } };
  },
});

const change = defineAction<TermsChange>({
  parse: parseTerms,
  load: (tx, siteId, { provider, words }) => load(tx, siteId, provider, () => toFacts(words)),
  async run(tx, { siteId, config }, { provider, words }) {
    const terms = parseProviderTerms(words, config.mode === 'play');
    const outcome = await catalogue.changeProvider(tx, siteId, { provider, ...terms });
    if (outcome !== 'changed') return { rejection: 'BLOCKED', reasons: [outcome] };
    return { outcome, after: { ...terms } };
  },
});

/** `file`: the text of a CSV file of games. */
const importGames = defineAction<{ readonly provider: string; readonly file: string }>({
  parse: (input) => ({ provider: parseProvider(input), file: input['file'] ?? '' }),
  load: (tx, siteId, { provider, file }) =>
    load(tx, siteId, provider, () => ({ rows: file.split('\n').filter((line) => line.trim() !== '').length - 1 })),
  async run(tx, { siteId, config }, { provider, file }) {
    const known = (await requireProvider(tx, siteId, provider)).provider;
    const games = parseGamesFile(Buffer.from(file), known, config.mode === 'play');
    const imported = await catalogue.importGames(tx, siteId, { provider, games });
    return { outcome: 'imported', after: { ...imported } };
  },
});

type Difference = {
  readonly provider: string;
  /** Code and kind of each new game. */
  readonly added: readonly (readonly [code: string, kind: string])[];
  readonly returned: readonly string[];
  readonly withdrawn: readonly string[];
};

function parseCodes(field: string, text = ''): readonly string[] {
  const codes = text === '' ? [] : text.split(',');
  return codes.every((code) => GAME_CODE.test(code)) ? codes : failOperator('FIELD_INVALID', { field });
}

function parseAdded(text = ''): Difference['added'] {
  const pairs = text === '' ? [] : text.split(',').map((each) => each.split(':'));
  return pairs.map(([code = '', kind = '']) =>
    GAME_CODE.test(code) ? [code, kind] : failOperator('FIELD_INVALID', { field: 'added' }),
  );
}

function toImported(code: string, kind: string, provider: Provider): catalogue.ImportedGame {
  const gameType: GameType = gameTypes.find((each) => each === kind) ?? provider.gameType;
  return {
    gameCode: code,
    name: code,
    category: provider.category,
    gameType,
    imageUrl: provider.img,
    searchWords: [],
    sortOrder: undefined,
    since: null,
    facts: null,
    isOffered: true,
  };
}

/** The difference between the games of a site and the provider's own list: `code:kind,…` and codes. */
const syncGames = defineAction<Difference>({
  parse: (input) => ({
    provider: parseProvider(input),
    added: parseAdded(input['added']),
    returned: parseCodes('returned', input['returned']),
    withdrawn: parseCodes('withdrawn', input['withdrawn']),
  }),
  load: (tx, siteId, { provider, added, returned, withdrawn }) =>
    load(tx, siteId, provider, () => ({ added: added.map(([code]) => code), returned, withdrawn })),
  async run(tx, { siteId }, { provider, added, returned, withdrawn }) {
    const known = (await requireProvider(tx, siteId, provider)).provider;
    const games = added.map(([code, kind]) => toImported(code, kind, known));
    await catalogue.syncGames(tx, siteId, { provider, added: games, returned, withdrawn });
    return { outcome: 'done', after: { added: added.map(([code]) => code), returned, withdrawn } };
  },
});

/** Sends the newest key id to a provider with a key API, which signs with that key from then on. */
async function sendKey(
  { siteId, config }: Pick<By, 'siteId' | 'config'>,
  provider: string,
  database: Parameters<typeof createProviderClients>[0],
): Promise<ActionFacts> {
  const site = await database.transaction((tx) => requireProvider(tx, siteId, provider));
  const keyId = (await keysOf(database, site.site, provider)).findLast(({ isLive }) => isLive)?.keyId;
  const client = await createProviderClients(database, config)(site.site, provider);
  if (!client || keyId === undefined) return { handed: 'by_hand' };
  try {
    await client.useKey(keyId);
    return { handed: keyId };
  } catch {
    return { handed: NOT_SENT };
  }
}

const createKey = defineAction<string>({
  parse: parseProvider,
  load: (tx, siteId, provider) => load(tx, siteId, provider),
  async run(tx, { siteId, config }, code) {
    const { site, provider } = await requireProvider(tx, siteId, code);
    const key = await issueKey(tx, site, { provider: code, secrets: config });
    if (key === 'two_keys') return { rejection: 'BLOCKED', reasons: [key] };
    // The studio derives the secret itself; any other provider verifies no request before the secret was handed over.
    const isStudio = provider.keyPrefix !== undefined;
    return {
      outcome: 'created',
      after: { keyId: key.keyId },
      secret: key.secret,
      ...(isStudio ? { finish: (database) => sendKey({ siteId, config }, code, database) } : {}),
    };
  },
});

/** The entry is written before the provider is called, because the call cannot be undone. */
const handKey = defineAction<string>({
  parse: parseProvider,
  load: (tx, siteId, provider) => load(tx, siteId, provider),
  async run(_tx, { siteId, config }, provider) {
    return { outcome: 'handed', finish: (database) => sendKey({ siteId, config }, provider, database) };
  },
});

const retireKey = defineAction<{ readonly provider: string; readonly keyId: string }>({
  parse: (input) => ({ provider: parseProvider(input), keyId: parseName('key', input['key']) }),
  load: (tx, siteId, { provider, keyId }) => load(tx, siteId, provider, () => ({ keyId })),
  async run(tx, { siteId }, { provider, keyId }) {
    const { site } = await requireProvider(tx, siteId, provider);
    const outcome = await endKey(tx, site, { provider, keyId });
    if (outcome === 'not_waiting') return { rejection: 'NOT_WAITING' };
    return outcome === 'not_enough' ? { rejection: 'BLOCKED', reasons: ['last_key'] } : { outcome, after: { keyId } };
  },
});

export const providerActions = {
  'provider.move': move,
  'provider.set-badge': setBadge,
  'provider.open': open,
  'provider.close': close,
  'provider.set-win-cap': setWinCap,
  'provider.add': add,
  'provider.change': change,
  'provider.import-games': importGames,
  'provider.sync-games': syncGames,
  'provider.create-key': createKey,
  'provider.hand-key': handKey,
  'provider.retire-key': retireKey,
};
