import assert from 'node:assert/strict';
import { after, test } from 'node:test';

import { openDatabase, sql, type Sql } from '@chaba/database';
import { testDatabase } from '@chaba/database/testing';
import { baht } from '@chaba/money';

import { publish, connectPubSub } from '#core/pubsub';
import { isDomainError } from '#core/domain-error';
import { addProvider, changeProvider, createStandardCatalogue } from '#modules/catalogue';
import { createSites } from '#testing/factories';

import {
  changeSite,
  createSite,
  fillCatalogues,
  forEachSite,
  listSites,
  loadSite,
  openSites,
  requireSiteOpen,
  type Site,
  startingTerms,
} from './site.ts';

const database = await testDatabase();
const { chaba, lanna } = await createSites(database);
const newSite = {
  ...startingTerms,
  code: 'rose',
  apiKey: 'key-of-rose',
  name: 'กุหลาบ',
  hosts: ['rose.example'],
  lineId: '@rose',
  theme: 'gold',
  logoUrl: '',
};

test('finds a site by key and host and returns the first site for other hosts', async () => {
  const sites = openSites(database);
  assert.equal((await sites.byKey('lanna-sandbox'))?.id, lanna.id);
  assert.equal(await sites.byKey('nobody'), undefined);
  assert.equal((await sites.byHost('lanna.test'))?.code, 'lanna');
  assert.equal((await sites.byHost('anything.example'))?.code, 'chaba');
  assert.equal((await sites.byId(1)).code, 'chaba');
  sites.close();
});

test('carries the catalogue of its partner name, with every part as the standard has it', () => {
  assert.equal(lanna.look.partner, 'LANNA');
  const byCode = ({ providers }: Site['catalogue']) => providers.toSorted((one, other) => (one.ch < other.ch ? -1 : 1));
  for (const [site, name] of [
    [chaba, 'default'],
    [lanna, 'partner'],
  ] as const) {
    const standard = createStandardCatalogue(name);
    assert.deepEqual(site.catalogue.lobby, standard.lobby);
    assert.deepEqual(byCode(site.catalogue), byCode(standard));
  }
});

test('shows the other standard catalogue when the name of the partner changes, beside providers of operators', async () => {
  const added = {
    name: 'Rose',
    protocol: null,
    category: 'EGAMES',
    gameType: 'EGAMES',
    imageUrl: '/icon.svg',
  } as const;
  const terms = { ...added, launchUrl: null, apiUrl: null, isNew: false, lobbyOrder: 300 };
  await database.owner.transaction((tx) => addProvider(tx, chaba.id, { ...terms, provider: 'rose' }));
  const change = (partner: string) => database.owner.transaction((tx) => changeSite(tx, chaba.id, { partner }));
  const listCodes = ({ lobby }: Pick<Site['catalogue'], 'lobby'>) => lobby.map(({ ch }) => ch);
  const standard = (name: 'default' | 'partner') => listCodes(createStandardCatalogue(name));

  const other = await change('Lanna');
  assert.deepEqual(listCodes(other.catalogue), [...standard('partner'), 'rose']);
  // Games of a provider outside the lobby are still found: rounds of it may be open.
  for (const { ch, games } of chaba.catalogue.providers) {
    for (const { gameCode } of games) assert.ok(other.catalogue.findGame(ch, gameCode), `${ch} ${gameCode}`);
  }
  assert.deepEqual(listCodes((await change('LANNA ')).catalogue), listCodes(other.catalogue));
  const back = await change(chaba.look.partner);
  assert.deepEqual(listCodes(back.catalogue), [...standard('default'), 'rose']);
  await database.owner.transaction((tx) => changeProvider(tx, chaba.id, { provider: 'rose', lobbyOrder: null }));
});

test('fills the catalogue of a site that is older than the rows, and keeps the settings of its providers', async () => {
  const old = await testDatabase();
  const { chaba: site } = await createSites(old);
  const { owner } = old;
  await owner.execute(sql`delete from game where site_id = ${site.id}`);
  await owner.execute(sql`delete from provider where site_id = ${site.id}`);
  // As the migration leaves a setting of the version before.
  await owner.execute(sql`
    insert into provider (site_id, provider, name, category, game_type, image_url, is_open, closed_by, closed_notice, win_cap_e4)
    values (${site.id}, 'bua-khram', 'bua-khram', 'EGAMES', 'EGAMES', '', false, 'studio', 'until noon', ${baht(500)})`);
  await owner.execute(sql`update site set catalogue_version = null where site_id = ${site.id}`);
  const filled = await fillCatalogues(owner);
  assert.deepEqual(
    filled.map(({ code }) => code),
    ['chaba'],
  );
  const { catalogue } = await owner.transaction((tx) => loadSite(tx, site.id));
  const standard = createStandardCatalogue('default');
  const settings = { closure: { closedBy: 'studio', closedReason: 'until noon' }, winCap: baht(500) };
  assert.deepEqual(
    catalogue.lobby,
    standard.lobby.map((provider) => (provider.ch === 'bua-khram' ? { ...provider, ...settings } : provider)),
  );
  assert.deepEqual(await fillCatalogues(owner), []);
});

test('adds the games that the studio published since, and changes no row that exists', async () => {
  const { owner } = database;
  await owner.execute(sql`delete from game where site_id = ${lanna.id} and game_code = 'chaba-blossom'`);
  await owner.execute(sql`delete from game where site_id = ${lanna.id} and provider = 'bua-nam'`);
  await owner.execute(sql`delete from provider where site_id = ${lanna.id} and provider = 'bua-nam'`);
  await owner.execute(sql`
    update provider set name = 'ช้างใหม่', lobby_order = 90 where site_id = ${lanna.id} and provider = 'chang-noi'`);
  const standard = createStandardCatalogue('partner');
  const missing = standard.findProvider('bua-nam');
  assert.equal(missing?.lobbyOrder, 90);
  assert.deepEqual(await fillCatalogues(owner), [{ code: 'lanna', rows: 2 + missing.games.length }]);
  const { catalogue } = await owner.transaction((tx) => loadSite(tx, lanna.id));
  assert.equal(catalogue.findGame('chaba-studio', 'chaba-blossom')?.name, 'ตลาดโคมชบา');
  assert.equal(catalogue.findProvider('chang-noi')?.name, 'ช้างใหม่');
  // Its place is taken.
  assert.deepEqual(catalogue.findProvider('bua-nam'), { ...missing, lobbyOrder: undefined });
});

test('begins without providers where money is real', async () => {
  const licensed = await testDatabase();
  const id = await licensed.transaction((tx) => createSite(tx, { ...newSite, hasStandardCatalogue: false }, 1));
  const [site] = await listSites(licensed);
  assert.deepEqual([site?.id, site?.catalogue.providers], [id, []]);
  assert.deepEqual(await fillCatalogues(licensed.owner), []);
});

test('finds a site by host but not by key while the database is unavailable', async () => {
  const other = openDatabase({ url: database.url });
  const sites = openSites(other);
  assert.equal((await sites.byHost('lanna.test'))?.code, 'lanna');
  await other.destroy();
  publish('site', '1');
  assert.equal((await sites.byHost('lanna.test'))?.code, 'lanna');
  await assert.rejects(sites.byKey('lanna-sandbox'));
  sites.close();
});

test('runs all sites and reports failures at the end', async () => {
  const done: string[] = [];
  const working = forEachSite(database, async ({ code }) => {
    if (code === 'chaba') throw new Error('no');
    done.push(code);
  });
  await assert.rejects(working, /^Error: failed at chaba$/);
  assert.deepEqual(done, ['lanna']);
});

test('changes nothing when sites are created again', async () => {
  await database.owner.transaction((tx) => changeSite(tx, chaba.id, { withdrawMin: baht(200) }));
  const again = await createSites(database);
  assert.equal(again.chaba.withdraw.minimum, baht(200));
  await database.owner.transaction((tx) => changeSite(tx, chaba.id, { withdrawMin: baht(100) }));
});

test('applies a committed change in every process and discards one that is rolled back', async () => {
  const other = openDatabase({ url: database.url });
  const close = await connectPubSub(other, (error) => assert.fail(String(error)));
  const sites = openSites(other);
  assert.equal((await sites.byId(1)).withdraw.canWithdraw, true);

  await assert.rejects(
    database.owner.transaction(async (tx) => {
      await changeSite(tx, 1, { canWithdraw: false });
      throw new Error('back');
    }),
  );
  assert.equal((await sites.byId(1)).withdraw.canWithdraw, true);

  const changed = await database.owner.transaction((tx) =>
    changeSite(tx, 1, { canWithdraw: false, alertMessage: 'closed' }),
  );
  assert.deepEqual(
    [changed.withdraw.canWithdraw, changed.look.alertMessage, changed.withdraw.minimum],
    [false, 'closed', baht(100)],
  );
  assert.equal((await database.transaction((tx) => loadSite(tx, 1))).withdraw.canWithdraw, false);
  assert.equal((await sites.byId(1)).withdraw.canWithdraw, false);
  await database.owner.transaction((tx) => changeSite(tx, 1, { canWithdraw: true }));
  sites.close();
  await close();
  await other.close();
});

const setColumn = (column: string, value: string): Sql => ({
  strings: [`update site set ${column} = ${value} where site_id = 1`],
  values: [],
});

test('denies the product every change of a site, and an operator its code and keys', async () => {
  const operator = openDatabase({ url: database.operatorUrl, poolSize: 1 });
  after(() => operator.close());
  const columns = await database.owner.rows<{ name: string }>(
    sql`select column_name as name from information_schema.columns where table_name = 'site' and column_name <> 'updated_at'`,
  );
  assert.ok(columns.length > 30, 'the columns of a site were read');
  for (const { name } of columns) {
    await assert.rejects(database.execute(setColumn(name, name)), /permission denied/, name);
  }
  for (const name of ['site_id', 'code', 'session_token_key', 'session_token_key_second', 'session_token_rotated_at']) {
    await assert.rejects(operator.execute(setColumn(name, 'default')), /permission denied/, name);
  }
  await operator.transaction((tx) => changeSite(tx, 1, { alertMessage: '' }));
});

test('rejects requests to a closed site with the reason', () => {
  const getErrorCode = (work: () => void): string => {
    try {
      work();
    } catch (error) {
      if (isDomainError(error)) return error.code;
    }
    return 'open';
  };
  assert.equal(
    getErrorCode(() => requireSiteOpen(chaba)),
    'open',
  );
  assert.equal(
    getErrorCode(() => requireSiteOpen({ ...chaba, isInMaintenance: true })),
    'MAINTENANCE',
  );
  assert.equal(
    getErrorCode(() => requireSiteOpen({ ...chaba, isDisabled: true })),
    'SITE_DISABLED',
  );
});
