// The lobby over HTTP: favourites and recent games per member, popular games per site, closed providers, sheets.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { getPrefix, getSetting } from '@chaba/contract/site';
import { getGameSheet, launchGame, listGames, listMemberGames, setFavourite } from '@chaba/contract/play';
import { sql } from '@chaba/database';

import { setProvider } from '#modules/catalogue';
import { buildTestApp } from '#testing/build-app';
import { createMember, type TestMember } from '#testing/factories';

import { createLobby } from './lobby.ts';

const app = await buildTestApp();
const { database, chaba, lanna } = app;

const mark = async (member: TestMember, ch: string, gameCode?: string, isFavourite = true) =>
  app.send(setFavourite, { as: member, body: { ch, ...(gameCode !== undefined && { gameCode }), isFavourite } });
const gamesOf = async (member: TestMember) => (await app.send(listMemberGames, { as: member })).body.data;
const launch = async (member: TestMember, ch: string, gameCode: string) => {
  const launched = await app.send(launchGame, { as: member, body: { ch, gameType: 'EGAMES', gameCode } });
  assert.equal(launched.status, 200);
};

test('keeps the favourites of each member, newest first, on every device', async () => {
  const [member, other] = [await createMember(database, chaba), await createMember(database, chaba)];
  await mark(member, 'chaba-studio', 'naga-river');
  await mark(member, 'khom-daeng');
  const { body } = await mark(member, 'khom-daeng', 'yi-peng');
  assert.deepEqual(body.data?.favourites, ['khom-daeng/yi-peng', 'khom-daeng', 'chaba-studio/naga-river']);
  // Again: it keeps its place.
  await mark(member, 'chaba-studio', 'naga-river');
  await mark(member, 'khom-daeng', undefined, false);
  assert.deepEqual(await gamesOf(member), {
    recent: [],
    favourites: ['khom-daeng/yi-peng', 'chaba-studio/naga-river'],
  });
  assert.deepEqual(await gamesOf(other), { recent: [], favourites: [] });
});

test('accepts games of the catalogue only, and drops the oldest above 200', async () => {
  const member = await createMember(database, chaba);
  assert.equal((await mark(member, 'no-such')).body.code, 'GAME_PROVIDER_UNKNOWN');
  assert.equal((await mark(member, 'khom-daeng', 'no-such')).body.code, 'GAME_UNKNOWN');
  assert.equal((await mark(member, 'khom-daeng', 'no-such', false)).status, 200);
  await database.execute(sql`
    insert into member_game (site_id, member_id, provider, game_code, favourite_at)
    select ${chaba.id}, ${member.id}, 'gone', 'g' || n, now() - make_interval(hours => n) from generate_series(1, 200) n
  `);
  const { body } = await mark(member, 'khom-daeng', 'yi-peng');
  assert.equal(body.data?.favourites.length, 200);
  assert.equal(body.data?.favourites[0], 'khom-daeng/yi-peng');
  assert.ok(!body.data?.favourites.includes('gone/g200'));
});

test('lists launched games, the last one first', async () => {
  const member = await createMember(database, chaba);
  await launch(member, 'khom-daeng', 'yi-peng');
  await launch(member, 'chaba-studio', 'naga-river');
  await launch(member, 'khom-daeng', 'yi-peng');
  assert.deepEqual((await gamesOf(member))?.recent, ['khom-daeng/yi-peng', 'chaba-studio/naga-river']);
});

test('lists a game as popular from five players of the last seven days at this site on', async () => {
  const members = await Promise.all(Array.from({ length: 6 }, () => createMember(database, lanna)));
  const popular = async () => (await createLobby(database).list(lanna)).popular;
  for (const member of members.slice(0, 4)) {
    await launch(member, 'khom-daeng', 'yi-peng');
    await launch(member, 'khom-daeng', 'yi-peng');
  }
  assert.deepEqual(await popular(), []);
  for (const member of members.slice(4)) await launch(member, 'khom-daeng', 'yi-peng');
  for (const member of members.slice(0, 5)) await launch(member, 'chaba-studio', 'naga-river');
  for (const member of members) await mark(member, 'wao-sai', 'wao-ruam-fung');
  assert.deepEqual(await popular(), ['khom-daeng/yi-peng', 'chaba-studio/naga-river']);
  const [first] = members;
  await database.execute(sql`
    update member_game set played_at = now() - interval '7 days 1 minute' where site_id = ${lanna.id}
      and member_id = ${first?.id ?? 0n} and game_code = 'naga-river'
  `);
  assert.deepEqual(await popular(), ['khom-daeng/yi-peng']);
  assert.deepEqual((await createLobby(database).list(chaba)).popular, []);
});

test('lists a closed provider in its place, with its closer and the reason', async () => {
  const close = (closedBy: 'operator' | 'studio', notice?: string) =>
    database.owner.transaction((tx) =>
      setProvider(tx, chaba.id, { provider: 'bua-khram', isOpen: false, closedBy, ...(notice && { notice }) }),
    );
  const listed = async () => (await app.send(listGames)).body.data;
  const before = (await listed())?.providers.map(({ ch }) => ch);
  await close('studio', 'ปรับปรุงเกมถึง 18:00 น.');
  const after = await listed();
  assert.deepEqual(
    after?.providers.map(({ ch }) => ch),
    before,
  );
  const found = after?.providers.find(({ ch }) => ch === 'bua-khram');
  assert.deepEqual([found?.isOpen, found?.closedBy, found?.closedReason], [false, 'studio', 'ปรับปรุงเกมถึง 18:00 น.']);
  assert.ok(after?.games.every(({ ch, isOpen }) => isOpen === (ch !== 'bua-khram')));
  await close('operator');
  const sheet = (await app.send(getGameSheet, { query: { ch: 'bua-khram' } })).body.data;
  assert.deepEqual([sheet?.isOpen, sheet?.closedBy, sheet?.closedReason], [false, 'operator', undefined]);
  await database.owner.transaction((tx) => setProvider(tx, chaba.id, { provider: 'bua-khram', isOpen: true }));
  const open = (await listed())?.providers.find(({ ch }) => ch === 'bua-khram');
  assert.deepEqual([open?.isOpen, open?.closedBy], [true, undefined]);
});

test('sends the providers of the lobby, closed ones as such, with both requests of the configuration', async () => {
  await database.owner.transaction((tx) =>
    setProvider(tx, chaba.id, { provider: 'wao-sai', isOpen: false, notice: 'ปรับปรุงถึง 18:00 น.' }),
  );
  const { providers } = (await app.send(listGames)).body.data;
  assert.deepEqual((await app.send(getPrefix)).body.data.ProductList, providers);
  assert.deepEqual((await app.send(getSetting)).body.data.Prefix.ProductList, providers);
  const closed = providers.filter(({ isOpen }) => !isOpen);
  assert.deepEqual(
    closed.map(({ ch, closedBy, closedReason }) => [ch, closedBy, closedReason]),
    [['wao-sai', 'operator', 'ปรับปรุงถึง 18:00 น.']],
  );
  await database.owner.transaction((tx) => setProvider(tx, chaba.id, { provider: 'wao-sai', isOpen: true }));
  assert.ok((await app.send(getPrefix)).body.data.ProductList.every(({ isOpen }) => isOpen));
});

test('shows a visitor the sheet of a game, or of the first game of a provider', async () => {
  const sheet = async (query: { ch: string; gameCode?: string }) => (await app.send(getGameSheet, { query })).body;
  const { data } = await sheet({ ch: 'chaba-studio' });
  assert.equal(data?.gameCode, 'chaba-blossom');
  assert.deepEqual(
    data.games.map(({ gameCode }) => gameCode),
    ['chaba-blossom', 'naga-river'],
  );
  assert.deepEqual(data.stakes, [1, 2, 5, 10, 20, 50, 100]);
  assert.ok(data.sections.length > 2 && data.fairness);
  assert.match(data.reportUrl ?? '', /\/games\/chaba-blossom\/report$/);
  assert.equal((await sheet({ ch: 'chaba-studio', gameCode: 'yi-peng' })).code, 'GAME_UNKNOWN');
  assert.equal((await sheet({ ch: 'no-such' })).code, 'GAME_PROVIDER_UNKNOWN');
});

test('sends figures for every listed game, and labels for its category and kind of play', async () => {
  const { data } = (await app.send(listGames)).body;
  for (const game of data?.games ?? []) {
    assert.ok(game.returnPercent && game.mechanic && game.volatility && game.since, game.gameCode);
    for (const kind of [game.category, game.mechanic]) assert.ok((data?.kindWords[kind]?.length ?? 0) > 1, kind);
  }
  assert.ok(data?.games.find(({ gameCode }) => gameCode === 'baccarat')?.words.includes('bacarat'));
});
