// Sites of an installation without demo data: create the first and further ones, reject wrong input, serve members.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { after, test } from 'node:test';

import { listPromotions } from '@chaba/contract/bonuses';
import { listDepositAccounts } from '@chaba/contract/deposits';
import type { Endpoint } from '@chaba/contract/endpoint';
import { checkBank, getBalance, login, signup } from '@chaba/contract/members';
import { getSetting } from '@chaba/contract/site';
import { getTerms } from '@chaba/contract/terms';
import { openDatabase, sql } from '@chaba/database';
import { type TestDatabase, testDatabase } from '@chaba/database/testing';
import { audit } from '@chaba/ledger';
import { printAccount } from '@chaba/server/core/cell-list';
import { host } from '@chaba/server/modules/operators';
import { listSites, startingTerms } from '@chaba/server/modules/site';
import { listTerms } from '@chaba/server/modules/terms';
import { startServerProcess } from '@chaba/server/testing/server-process';

import { openOperator } from './testing/run-operator.ts';

const REASON = ['--reason', 'opening'] as const;
const ROSE = ['create-site', 'rose', 'name=กุหลาบ', 'hosts=rose.example,www.rose.example', 'line=@rose'] as const;

type Reply = { readonly status: number; readonly body: { data?: Record<string, unknown>; authToken?: string } };

/** Sends requests of one site to a server. */
function openClient(url: string, apiKey: string) {
  return async ({ method, path: target }: Endpoint, body?: object, token?: string): Promise<Reply> => {
    const response = await fetch(url + target, {
      method,
      headers: {
        'api-key': apiKey,
        'accept-language': 'th',
        ...(body ? { 'content-type': 'application/json' } : {}),
        ...(token === undefined ? {} : { 'api-auth': token }),
      },
      ...(body ? { body: JSON.stringify(body) } : {}),
    });
    return { status: response.status, body: (await response.json()) as Reply['body'] };
  };
}

/** Rows that a site could begin with, and the entries of the audit log. */
async function countRows(database: TestDatabase) {
  return database.owner.one(sql`
    select (select count(*)::int from site) as sites, (select count(*)::int from member) as members,
      (select count(*)::int from ledger_transfer) as transfers, (select count(*)::int from promotion) as promotions,
      (select count(*)::int from wheel) as wheels, (select count(*)::int from receiving_account) as accounts,
      (select count(*)::int from item_code) as codes, (select count(*)::int from audit_entry) as entries`);
}

test('creates the first site, on which a member registers', async () => {
  const database = await testDatabase();
  const operator = openOperator(database, { CHABA_LANES: '2' });
  const none = await operator('review-queue');
  assert.deepEqual([none.code, none.err], [1, 'There is no site yet: create-site makes one, see --help.\n']);

  const created = await operator(...ROSE, ...REASON);
  assert.deepEqual([created.code, created.err], [0, '']);
  assert.match(
    created.out,
    /^The site rose is created in play mode at rose\.example, www\.rose\.example; its api-key is [0-9a-f]{32}\.\n$/,
  );
  const empty = { members: 0, transfers: 0, promotions: 0, wheels: 0, accounts: 0, codes: 0 };
  assert.deepEqual(await countRows(database), { sites: 1, ...empty, entries: 1 });
  assert.match((await operator('audit-log')).out, /host:\w+ +host +done +site.create +site rose +opening +.*lanes=2/);
  assert.match((await operator('review-queue')).out, /rose/);

  const [site] = await listSites(database);
  assert.ok(site);
  const server = await startServerProcess(database.url);
  const send = openClient(server.url, site.apiKey);
  const { LineId, Prefix } = (await send(getSetting)).body.data ?? {};
  assert.equal(LineId, '@rose');
  assert.match(JSON.stringify(Prefix), /"appName":"กุหลาบ"/);
  assert.equal((await send(getTerms)).body.data?.['version'], 1);

  const account = { BankAccount: '1234567890', BankCode: '004' };
  // The bank does not answer in this test, so the names are typed.
  assert.equal((await send(checkBank, account)).status, 200);
  const identity = { phoneNumber: '0891234567', Password: 'chang-noi-9' };
  const signedUp = await send(signup, {
    ...identity,
    ...account,
    Confirm_Password: identity.Password,
    firstName: 'มานี',
    lastName: 'มีนา',
    affiliateKey: '',
    isBonus: true,
    WalletId: '',
  });
  assert.equal(signedUp.status, 200, JSON.stringify(signedUp.body));
  const { authToken } = (await send(login, identity)).body;
  assert.equal((await send(getBalance, undefined, authToken)).body.data?.['balance'], 0);
  for (const endpoint of [listDepositAccounts, listPromotions]) {
    const { status, body } = await send(endpoint, undefined, authToken);
    assert.deepEqual([status, body.data], [200, []], endpoint.path);
  }
  assert.deepEqual(await countRows(database), { sites: 1, ...empty, members: 1, entries: 1 });
  assert.deepEqual(await audit(database, site.id), []);
});

test('creates further sites, and rejects a code or host that exists without a change', async () => {
  const database = await testDatabase();
  const operator = openOperator(database);
  assert.equal((await operator(...ROSE, ...REASON)).code, 0);
  const before = await countRows(database);
  const again = await operator(...ROSE, ...REASON);
  assert.deepEqual([again.code, again.err], [1, 'There is a site rose already: nothing was changed.\n']);
  const shared = await operator(
    'create-site',
    'lily',
    'name=ลิลลี่',
    'hosts=lily.test,rose.example',
    'line=@lily',
    ...REASON,
  );
  assert.deepEqual([shared.code, shared.err], [1, 'Another site has one of these hosts: see sites.\n']);
  assert.deepEqual(await countRows(database), before);

  const made = await Promise.all(
    ['lily', 'iris', 'lotus'].map((code) =>
      operator('create-site', code, `name=${code}`, `hosts=${code}.test`, `line=@${code}`, ...REASON),
    ),
  );
  assert.deepEqual(
    made.map(({ code }) => code),
    [0, 0, 0],
  );
  const sites = await listSites(database);
  assert.deepEqual(
    sites.map(({ id }) => id),
    [1, 2, 3, 4],
  );
  assert.equal(new Set(sites.map(({ apiKey }) => apiKey)).size, 4);
  const listed = (await operator('sites')).out;
  for (const { code, hosts, apiKey, name } of sites) {
    assert.match(listed, new RegExp(`^${code} +open +${hosts.join(',')} +api-key ${apiKey} +${name}$`, 'm'));
  }
  assert.match((await operator('flags', '--site', 'lotus')).out, /^minWithdraw +100\.00$/m);
});

test('rejects a code, a host and a receiving account that another cell has, and changes nothing', async () => {
  const database = await testDatabase();
  const folder = fs.mkdtempSync(path.join(tmpdir(), 'chaba-cells-list-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const file = path.join(folder, 'cells.json');
  const operator = openOperator(database, { CELLS_FILE: file });
  assert.equal((await operator(...ROSE, ...REASON)).code, 0);
  const site = { id: 10_001, cell: 1, hosts: ['lily.example'], keys: [] };
  const account = { kind: 'bank', bankCode: '014', account: '5556963071' };
  fs.writeFileSync(file, JSON.stringify({ sites: { lily: { ...site, accounts: [printAccount(account)] } } }));
  const before = await countRows(database);
  const create = (code: string, hosts: string) =>
    operator('create-site', code, 'name=ดอกไม้', `hosts=${hosts}`, 'line=@rose', ...REASON);
  const open = (number: string) => operator('open-account', number, 'Rose Co., Ltd.', '--site', 'rose', ...REASON);
  for (const [refused, sentence] of [
    [await create('lily', 'iris.example'), /^The list of cells has lily already, at lily of cell 1: nothing/],
    [
      await create('iris', 'iris.example,lily.example'),
      /^The list of cells has lily\.example already, at lily of cell 1/,
    ],
    [await open('014/555-6-96307-1'), /^014\/5556963071 is an account of lily in cell 1\. Nothing was changed/],
  ] as const) {
    assert.notEqual(refused.code, 0);
    assert.match(refused.err, sentence);
  }
  assert.deepEqual(await countRows(database), before);
  assert.equal((await create('iris', 'iris.example')).code, 0);
  assert.equal((await open('014/5556963072')).code, 0);
});

test('rejects wrong input with one sentence and writes nothing', async () => {
  const database = await testDatabase();
  const operator = openOperator(database);
  const before = await countRows(database);
  const [command, code, name, hosts, line] = ROSE;
  const wrong: readonly (readonly [words: readonly string[], sentence: RegExp])[] = [
    [[command], /^"" is no code of a site/],
    [[command, 'Rose', name, hosts, line], /^"Rose" is no code of a site/],
    [[command, 'r', name, hosts, line], /^"r" is no code/],
    [[command, code, hosts, line], /^A site has a name, hosts and a LINE id/],
    [[command, code, name, line], /^A site has a name, hosts and a LINE id/],
    [[command, code, name, hosts], /^A site has a name, hosts and a LINE id/],
    [[command, code, 'name= ', hosts, line], /^The name of a site has 1 to 60 letters/],
    [[command, code, `name=${'ก'.repeat(61)}`, hosts, line], /^The name of a site has 1 to 60 letters/],
    [[command, code, name, 'hosts=', line], /^"" is no host name/],
    [[command, code, name, 'hosts=https://rose.example', line], /^"https:\/\/rose\.example" is no host name/],
    [[command, code, name, 'hosts=rose.example:8080', line], /^"rose\.example:8080" is no host name/],
    [[command, code, name, 'hosts=rose.example,rose.example', line], /named twice/],
    [[command, code, name, hosts, 'line=rose chat'], /^"rose chat" is no LINE id/],
    [[command, code, name, hosts, line, 'currency=USD'], /^The books are in THB, not in "USD"/],
    [[command, code, name, hosts, line, 'mode=licensed'], /^This installation is in play mode/],
    [[command, code, name, hosts, line, 'money=100'], /^There is no term "money"/],
    [[command, code, name, hosts, line, 'demo'], /^"demo" is no term/],
  ];
  for (const [words, sentence] of wrong) {
    const { code: exit, out, err } = await operator(...words, ...REASON);
    assert.deepEqual([exit, out, err.trimEnd().split('\n').length], [2, '', 1], `${words.join(' ')}: ${err}`);
    assert.match(err, sentence);
  }
  const unexplained = await operator(...ROSE);
  assert.deepEqual([unexplained.code, unexplained.err.slice(0, 27)], [2, 'Every action needs a reason']);
  assert.deepEqual(await countRows(database), before);
});

test('creates a licensed site under the rules of licensed mode only, without the terms of play money', async () => {
  const database = await testDatabase();
  const before = await countRows(database);
  const unlicensed = await openOperator(database, { CHABA_MODE: 'licensed' })(...ROSE, 'mode=licensed', ...REASON);
  assert.equal(unlicensed.code, 1);
  assert.match(unlicensed.err, /^CHABA_MODE=licensed needs CHABA_LICENCE: a file with [^\n]*\n$/);

  const folder = fs.mkdtempSync(path.join(tmpdir(), 'chaba-licence-'));
  after(() => fs.rmSync(folder, { recursive: true }));
  const licence = path.join(folder, 'licence.json');
  const record = { issuer: 'x', number: '1', territories: ['TH'], validFrom: '2020-01-01', validTo: '2099-12-31' };
  fs.writeFileSync(licence, JSON.stringify(record));
  const weak = await openOperator(database, { CHABA_MODE: 'licensed', CHABA_LICENCE: licence })(...ROSE, ...REASON);
  assert.equal(weak.code, 1);
  assert.match(weak.err, /^CHABA_MODE=licensed cannot start: .*CHABA_ADAPTERS=sandbox.*CHABA_HTTPS=on[^\n]*\n$/);
  assert.doesNotMatch(weak.err, /runs as root/);
  assert.deepEqual(await countRows(database), before);

  const session = openDatabase({ url: database.operatorUrl, poolSize: 1 });
  after(() => session.close());
  const rose = { code: 'rose', apiKey: 'key-of-rose', name: 'กุหลาบ', hosts: ['rose.example'], lineId: '@rose' };
  const site = { ...startingTerms, ...rose, theme: 'gold', logoUrl: '' };
  const by = { name: 'host:test', reason: 'opening' };
  assert.equal(await host.createSite(session, by, site, { lanes: 1, mode: 'licensed' }), 1);
  assert.deepEqual(await listTerms(session, 1), []);
});
