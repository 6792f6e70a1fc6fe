// Providers and games as operators add them to a running product, with a made-up provider over HTTP.

import assert from 'node:assert/strict';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import * as os from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { certify, send } from '@chaba/certify';
import { getGameSheet, launchGame, listGames } from '@chaba/contract/play';
import { sql } from '@chaba/database';
import { audit } from '@chaba/ledger';
import { baht } from '@chaba/money';
import { jobs } from '@chaba/server/app';
import { checkSignature } from '@chaba/server/core/signature';
import { buildTestApp } from '@chaba/server/testing/build-app';
import { createMember } from '@chaba/server/testing/factories';

import { openOperator } from './testing/run-operator.ts';

const app = await buildTestApp();
const url = await app.listen();
const { database, chaba, lanna } = app;
const run = openOperator(database);
async function operator(...words: readonly string[]): Promise<string> {
  const { out, err } = await run(...words);
  return (out + err).trim();
}
const because = ['--reason', 'contract 12'] as const;
const folder = mkdtempSync(path.join(os.tmpdir(), 'chaba-games-'));
function writeFile(text: string | Buffer): string {
  const file = path.join(folder, 'games.csv');
  writeFileSync(file, text);
  return file;
}

/** The made-up provider: pages of its games, and its answers to our queries. */
const provider = {
  games: [] as { gameCode: string; gameType: string }[],
  secret: '',
  faults: [] as string[],
};
async function readBody(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}
const server = createServer((request, response) => {
  void (async () => {
    const body = await readBody(request);
    const { method = '', url: target = '', headers } = request;
    if (method === 'GET') return response.end(`<title>${target.split('?')[0]}</title>`);
    const check = checkSignature(headers, { method, target, body }, () => [provider.secret]);
    if (!check.ok) provider.faults.push(check.why);
    return response.end(JSON.stringify({ code: 'OK', games: provider.games }));
  })();
});
await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
after(() => server.close());
const home = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;

const terms = {
  protocol: 'protocol=chaba',
  name: 'name=มะลิ',
  category: 'category=EGAMES',
  image: 'image=/art/tiles/kite-teal.avif',
  launch: `launch=${home}/{game}?token={token}&site={site}&lang={lang}&back={return}`,
};
const mali = Object.values(terms);
const withTerm = (name: keyof typeof terms, word: string) => Object.values({ ...terms, [name]: word });

const countRows = () =>
  database.owner.one<Record<string, bigint>>(sql`
    select (select count(*) from provider) as providers, (select count(*) from game) as games,
      (select count(*) from audit_log) as entries,
      (select count(distinct catalogue_version) from site) as versions,
      (select sum(version) from site)::bigint as version`);

test('refuses an unusable provider with one sentence and writes nothing', async () => {
  const before = await countRows();
  const refusals: [words: readonly string[], sentence: RegExp][] = [
    [['chaba-studio', ...mali], /^There is a provider chaba-studio at chaba already: set-provider changes it\.$/],
    [['Mali!', ...mali], /^"Mali!" is no code of a provider: 2 to 40 small letters/],
    [
      ['mali', ...withTerm('protocol', 'protocol=pix')],
      /^"pix" is no protocol: it is one of chaba, amb, hub88, or none/,
    ],
    [['mali', ...withTerm('category', 'category=SLOT')], /^"SLOT" is no category: it is one of LIVECASINO, EGAMES/],
    [['mali', ...withTerm('launch', 'launch=https://m.example/{gmae}?t={token}')], /placeholders are \{game\}/],
    [['mali', ...withTerm('launch', 'launch=https://{site}.m.example/?t={token}')], /stands behind the host/],
    [['mali', ...withTerm('launch', 'launch=https://m.example/{game}')], /has the placeholder \{token\}/],
    [['mali', ...withTerm('launch', 'launch=http://m.example/?t={token}')], /begins with https:\/\//],
    [['mali', ...withTerm('launch', 'launch=javascript:{token}')], /address/],
    [['mali', ...withTerm('launch', 'launch=https://me:pw@m.example/?t={token}')], /no user name and no password/],
    [['mali', ...withTerm('launch', "launch=https://m.example/?t={token}'")], /no quote/],
    [['mali', ...withTerm('image', 'image=https://m.example/a.png"')], /no quote/],
    [['mali', ...withTerm('image', 'image=https://me@m.example/a.png')], /no user name and no password/],
    [['mali', ...withTerm('image', 'image=//m.example/a.png')], /^The picture cannot be used: expected an address/],
    [['mali', ...mali, 'api=http://10.0.0.7/'], /begins with https:\/\//],
    [['mali', ...mali, 'order=10'], /^Place 10 of the lobby is taken by chaba-studio: nothing was changed\.$/],
    [['mali', ...mali, 'order=0'], /^"0" is no place in the lobby/],
    [['mali', ...mali, 'name=x'], /^The term "name" stands twice/],
    [['mali', ...mali, 'colour=red'], /^There is no term "colour"/],
    [['mali', ...mali.slice(0, 4)], /^A provider has a protocol, a name, a category, a picture and a launch address/],
  ];
  for (const [words, sentence] of refusals) {
    const { code, out, err } = await run('add-provider', ...words, ...because);
    assert.ok(code > 0 && out === '', words.join(' '));
    assert.match(err.trim(), sentence);
    assert.equal(err.trim().split('\n').length, 1, err);
  }
  const setting = await run('set-provider', 'chang-noi', 'order=10', ...because);
  assert.match(setting.err, /^Place 10 of the lobby is taken by chaba-studio/);
  assert.match(
    (await run('set-provider', 'chang-noi', 'order=40', ...because)).err,
    /^chang-noi has these terms already/,
  );
  assert.match(
    (await run('set-provider', 'test', 'launch=studio', ...because)).err,
    /^The studio runs no games of test: name the launch address\.$/m,
  );
  assert.match((await run('set-provider', 'nobody', 'order=7', ...because)).err, /^There is no provider "nobody"\.$/m);
  assert.deepEqual(await countRows(), before);
});

test('names the row and the field of an unusable file and writes nothing', async () => {
  const before = await countRows();
  const good = 'code,name,image\nfirst,หนึ่ง,/art/tiles/kite-teal.avif\n';
  const faults: [text: string | Buffer, sentence: RegExp][] = [
    [`${good}second,,/art/a.avif\n`, /^Row 3, name: a name has 1 to 80 letters; nothing was written\.$/],
    [`${good}"a b",x,/art/a.avif\n`, /^Row 3, code: "a b" is no code/],
    [`${good}first,x,/art/a.avif\n`, /^Row 3, code: "first" stands in row 2 already/],
    [`${good}second,x,http://m.example/a.png\n`, /^Row 3, image: an address begins with https/],
    [`${good}second,x,/art/a.avif,more\n`, /^Row 3, line: it has 4 cells, the headings have 3/],
    [`${good}second,"x""y,/art/a.avif\n`, /^Row 3, line: a quote/],
    ['code,name,image,category\na1,x,/art/a.avif,SLOT\n', /^Row 2, category: "SLOT" is none of LIVECASINO/],
    ['code,name,image,return\na1,x,/art/a.avif,96\n', /^Row 2, return: "96" is no percentage/],
    ['code,name,image,volatility\na1,x,/art/a.avif,6\n', /^Row 2, volatility: "6" is no number/],
    ['code,name,image,since\na1,x,/art/a.avif,2026-02-30\n', /^Row 2, since: "2026-02-30" is no day/],
    ['code,name,image,order\na1,x,/art/a.avif,-1\n', /^Row 2, order: "-1" is no number/],
    ['code,name,image,words\na1,x,/art/a.avif,a||b\n', /^Row 2, words: expected up to 40 words/],
    ['code,name\na1,x\n', /^The file has no heading "image": the headings are/],
    ['code,name,image,price\na1,x,/art/a.avif,5\n', /^The file has no use for the heading "price"/],
    ['code,name,image\n', /^The file has no game/],
    [Buffer.from([0xff, 0xfe, 0x41, 0x00]), /^The file is not in UTF-8/],
  ];
  for (const [text, sentence] of faults) {
    const { code, err } = await run('import-games', 'test', writeFile(text), ...because);
    assert.ok(code > 0);
    assert.match(err.trim(), sentence);
  }
  assert.match((await run('import-games', 'test', `${folder}/none.csv`, ...because)).err, /cannot be read/);
  assert.deepEqual(await countRows(), before);
});

test('adds a provider until a member plays its game at its own address and the certification passes', async () => {
  const member = await createMember(database, chaba, { money: baht(1_000) });
  assert.match(
    await operator('add-provider', 'mali', ...mali, `api=${home}`, ...because),
    /^mali is added at chaba, outside the lobby\. Next: key mali, import-games mali <file\.csv>\.$/,
  );
  const rows = [
    'code,name,image,category,type,words,return,mechanic,volatility,since',
    'mali-fruit,"ผลไม้, ""มะลิ""",/art/tiles/mango-jade.avif,,,ผลไม้|fruit,96.00,lines,3,2026-11-01',
    'mali-table,โต๊ะมะลิ,/art/tiles/cards-teal.avif,LIVECASINO,LIVECASINO,,,,,',
  ];
  const file = writeFile(`\ufeff${rows.join('\r\n')}\r\n`);
  assert.equal(await operator('import-games', 'mali', file, ...because), 'mali has 2 new games and 0 that were known.');
  provider.games = [
    { gameCode: 'mali-fruit', gameType: 'EGAMES' },
    { gameCode: 'mali-table', gameType: 'LIVECASINO' },
  ];
  const keys = [];
  for (const number of [1, 2]) {
    const [, id = '', secret = ''] =
      /^Key (\S+) is good from now on\. Its secret, shown only once: (\S+)/.exec(
        await operator('key', 'mali', '--reason', `key ${number}`),
      ) ?? [];
    assert.ok(id !== '' && secret !== '');
    keys.push({ id, secret });
    provider.secret = secret;
  }
  const [otherKey, key] = keys;
  assert.ok(key && otherKey);

  const launch = async () => {
    const body = { ch: 'mali', gameType: 'EGAMES', gameCode: 'mali-fruit' } as const;
    const { body: launched } = await app.send(launchGame, { as: member, body });
    assert.ok(launched.data, launched.message);
    return launched.data;
  };
  const opened = new URL((await launch()).url);
  assert.equal(opened.origin + opened.pathname, `${home}/mali-fruit`);
  assert.deepEqual([...opened.searchParams.keys()], ['token', 'site', 'lang', 'back']);
  assert.deepEqual([opened.searchParams.get('site'), opened.searchParams.get('lang')], ['chaba', 'th']);
  assert.equal(await (await fetch(opened)).text(), '<title>/mali-fruit</title>');

  const token = (await launch()).launchToken;
  const { body: session } = await send({ url, key }, 'authenticate', JSON.stringify({ token }));
  assert.equal(session['code'], 'OK');
  const verdicts = await certify({
    url,
    key,
    otherKey,
    slot: 'mali-fruit',
    table: 'mali-table',
    session: { playerId: String(session['playerId']), token: String(session['token']) },
    launch: async () => (await launch()).launchToken,
    races: 20,
    randomCalls: 60,
  });
  assert.deepEqual(
    verdicts.filter(({ fault, skipped }) => fault !== undefined || skipped !== undefined).map(({ id }) => id),
    [],
  );

  assert.equal(await operator('set-provider', 'mali', 'order=15', ...because), 'mali is changed at chaba.');
  const { data: lobby } = (await app.send(listGames)).body;
  assert.deepEqual(lobby.providers[1], {
    ch: 'mali',
    name: 'มะลิ',
    gameType: 'EGAMES',
    category: 'EGAMES',
    img: '/art/tiles/kite-teal.avif',
    isOpen: true,
    isNew: false,
  });
  const game = lobby.games.find(({ gameCode }) => gameCode === 'mali-fruit');
  assert.deepEqual(
    [game?.name, game?.words, game?.returnPercent, game?.mechanic, game?.volatility, game?.isOpen],
    ['ผลไม้, "มะลิ"', ['ผลไม้', 'fruit'], '96.00', 'lines', 3, true],
  );
  const sheet = (await app.send(getGameSheet, { query: { ch: 'mali', gameCode: 'mali-fruit' } })).body.data;
  assert.deepEqual([sheet.returnPercent, sheet.stakes, sheet.reportUrl], ['96.00', [], undefined]);
  const other = (await app.send(listGames, { apiKey: lanna.apiKey })).body.data;
  assert.ok(other.providers.every(({ ch }) => ch !== 'mali'));
  assert.equal(await operator('catalogue').then((text) => /mali/.test(text)), false);
  assert.deepEqual(provider.faults, []);
  assert.deepEqual(await audit(database), []);
});

test('shows the difference with the list of a provider and carries it out when confirmed', async () => {
  provider.games = [
    { gameCode: 'mali-fruit', gameType: 'EGAMES' },
    { gameCode: 'mali-new', gameType: 'EGAMES' },
  ];
  const before = await countRows();
  assert.equal(
    (await operator('sync-games', 'mali')).replaceAll(/ +/g, ' '),
    [
      'mali-new new, EGAMES',
      'mali-table not offered any more',
      'Nothing was changed: add --confirm and --reason "…" to carry this out.',
    ].join('\n'),
  );
  assert.deepEqual(await countRows(), before);
  assert.match(await operator('sync-games', 'mali', '--confirm', ...because), /^Done\. New games have their code/m);
  const listed = async () =>
    (await app.send(listGames)).body.data.games.filter(({ ch }) => ch === 'mali').map(({ gameCode }) => gameCode);
  assert.deepEqual(await listed(), ['mali-fruit', 'mali-new']);
  assert.equal(await operator('sync-games', 'mali'), 'The games of mali at chaba are those that it lists.');
  provider.games.push({ gameCode: 'mali-table', gameType: 'LIVECASINO' });
  assert.match(await operator('sync-games', 'mali', '--confirm', ...because), /mali-table\s+offered again/);
  assert.deepEqual(await listed(), ['mali-fruit', 'mali-table', 'mali-new']);
  assert.match(await operator('sync-games', 'test', '--confirm', ...because), /^test cannot be queried/);
  assert.match(
    await operator('audit-log'),
    /request.approved[^\n]*returned=.*mali-table[^]*provider.sync-games +provider mali/,
  );
});

test('lets the pages of a site frame and show its own providers only', async () => {
  const readPolicy = async (host: string) => {
    const { headers } = await app.send({ method: 'GET', path: '/' }, { headers: { host, accept: 'text/html' } });
    return String(headers['content-security-policy']);
  };
  const image = ['image=https://cdn.mali.example/a.avif', ...because];
  await operator('set-provider', 'mali', ...image);
  const [own, other] = [await readPolicy('chaba.test'), await readPolicy('lanna.test')];
  const studio = new URL(app.context.config.studioUrl).origin;
  assert.match(own, new RegExp(`frame-src 'self' ${studio} ${home};`));
  assert.match(own, /img-src 'self' data: blob: https:\/\/cdn\.mali\.example;/);
  assert.match(other, new RegExp(`frame-src 'self' ${studio};`));
  assert.match(other, /img-src 'self' data: blob:;/);
});

test('lists a provider of an unknown protocol as closed, with a log entry and no failed start', async () => {
  await database.owner.execute(sql`
    with changed as (update site set catalogue_version = gen_random_uuid() where site_id = ${chaba.id})
    update provider set protocol = 'of-a-later-version' where site_id = ${chaba.id} and provider = 'mali'`);
  const later = await buildTestApp({ database });
  const { providers } = (await later.send(listGames)).body.data;
  const listed = providers.find(({ ch }) => ch === 'mali');
  assert.deepEqual([listed?.isOpen, listed?.closedBy], [false, 'studio']);
  const member = await createMember(database, chaba);
  const body = { ch: 'mali', gameType: 'EGAMES', gameCode: 'mali-fruit' } as const;
  assert.equal((await later.send(launchGame, { as: member, body })).body.code, 'GAME_IN_MAINTENANCE');
  await jobs.find(({ name }) => name === 'report-unknown-protocols')?.run(later.context);
  const [entry] = later.logLines.filter((line) => line.includes('provider protocol unknown'));
  assert.match(entry ?? '', /"provider":"mali","protocol":"of-a-later-version"/);
});
