// The settings and announcements of a site over HTTP: values with their last change, alone where a change tightens, by
// two people else.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { roles } from '@chaba/contract/back-office/roles';
import { type SettingName, settingNames, siteSettings } from '@chaba/contract/back-office/site-settings';
import type { AnnouncementRow, SettingRow, SiteSettings, TermsDetail } from '@chaba/contract/back-office/site-wire';
import type { RowPage } from '@chaba/contract/back-office/wire';
import { sql } from '@chaba/database';

import { computeMaintenanceWait } from '#core/site';
import { listShownAnnouncements } from '#modules/announcements';
import { loadSite } from '#modules/site';
import { publishTerms } from '#modules/terms';
import { buildTestOffice } from '#testing/build-back-office';

const office = await buildTestOffice();
const { send, act, decide, database, chaba } = office;
const SITE = '/back-office/v1/sites/chaba';
const people = Object.fromEntries(
  await Promise.all([...roles, 'admin-2'].map(async (name) => [name, await office.signIn(`demo-${name}`)])),
) as Readonly<Record<string, string>>;
const as = (name: string): string => people[name] ?? '';

async function readRow(name: SettingName): Promise<SettingRow> {
  const { data } = await send<SiteSettings>('GET', `${SITE}/settings`, { as: as('admin') });
  const row = data.settings.find((each) => each.name === name);
  assert.ok(row, name);
  return row;
}

const set = (person: string, name: SettingName, value: string, more = {}) =>
  act(as(person), siteSettings[name].action, { flag: name, value }, more);

test('shows every setting in the form that its action takes', async () => {
  const { data } = await send<SiteSettings>('GET', `${SITE}/settings`, { as: as('finance') });
  assert.deepEqual(
    data.settings.map(({ name }) => name),
    settingNames,
  );
  for (const { name, value } of data.settings) {
    const preview = await send('POST', `${SITE}/actions/${siteSettings[name].action}/preview`, {
      as: as(siteSettings[name].action === 'site.set-terms' ? 'marketing' : 'admin'),
      body: { input: { flag: name, value } },
    });
    assert.notEqual(preview.code, 'FIELD_INVALID', `${name} ${value}`);
  }
  assert.equal((await send('GET', `${SITE}/settings`, { as: as('support') })).code, 'PERMISSION_MISSING');
});

test('tightens by one person, loosens by two, and names who changed it last', async () => {
  const closed = await set('admin', 'canWithdraw', 'off');
  assert.equal(closed.data.outcome, 'set', closed.code);
  assert.deepEqual((await readRow('canWithdraw')).changedBy, ['demo-admin']);
  const opening = await set('risk', 'canWithdraw', 'on');
  assert.equal(opening.data.outcome, 'requested');
  const { request = '' } = opening.data;
  const open = await readRow('canWithdraw');
  assert.deepEqual([open.value, open.request], ['off', request]);
  assert.equal((await decide(as('risk'), request)).code, 'OWN_REQUEST');
  assert.equal((await decide(as('admin'), request)).data.outcome, 'set');
  const { value, changedBy, changedAt, request: none } = await readRow('canWithdraw');
  assert.deepEqual([value, changedBy, none], ['on', ['demo-risk', 'demo-admin'], null]);
  assert.ok(changedAt !== null && Date.now() - Date.parse(changedAt) < 60_000);
});

test('computes the direction of a limit from its own field', async () => {
  for (const [name, stricter, looser] of [
    ['minWithdraw', '150.00', '50.00'],
    ['maxWithdraw', '40,000.00', '60,000.00'],
    ['maxAutoWithdraw', '1,000.00', '9,000.00'],
    ['depositTurnover', '3', '0'],
    ['autoWithdraw', 'off', 'on'],
    ['getNameBank', 'on', 'off'],
  ] as const) {
    const alone = await set('admin', name, stricter);
    assert.equal(alone.data.outcome, 'set', `${name} ${stricter}: ${alone.code}`);
    assert.equal((await readRow(name)).value, stricter);
    const refused = await set('admin', name, looser);
    assert.deepEqual([refused.status, refused.code], [403, 'PERMISSION_MISSING'], `admin loosens ${name}`);
    const preview = await send('POST', `${SITE}/actions/site.set-limit/preview`, {
      as: as('admin'),
      body: { input: { flag: name, value: looser } },
    });
    assert.equal(preview.code, 'PERMISSION_MISSING');
    const proposed = await set('finance', name, looser);
    assert.equal(proposed.data.outcome, 'requested', name);
    assert.equal((await decide(as('admin-2'), proposed.data.request ?? '')).data.outcome, 'set', name);
    assert.equal((await readRow(name)).value, looser);
  }
});

test('changes every text and term that members see', async () => {
  const changes: Readonly<Partial<Record<SettingName, string>>> = {
    appName: 'Chaba Gold',
    LineId: '@chabagold',
    logoUrl: '/icons/jade-mark.svg',
    theme: '{"brand":"#8844ee","radius":"round"}',
    alertyMessage: 'ฝากครั้งแรกวันนี้\nรับโบนัสเพิ่ม',
    alertyImage: '/icons/jade-mark.svg',
    wheelScript: 'https://content.example/wheel.js',
    appId: 'chaba-2',
    Partner: 'CHABA2',
    Prefix: 'ch2',
    usecashBack: 'off',
    Payout: '0.55',
    cashBackMinWithdraw: '5.00',
    cashBackImage: '/icons/jade-mark.svg',
    useAffiliate: 'off',
    affiliateBasis: 'TURNOVER',
    level1Enable: 'off',
    level1: '0.25',
    level2Enable: 'off',
    level2: '0.05',
    affiliateTurnover: '2',
    affiliateMinWithdraw: '30.00',
    affiliateAutoWithdraw: 'off',
    affiliateMaxAutoWithdraw: '100.00',
    affiliateImage: '',
  };
  for (const [name, value] of Object.entries(changes) as [SettingName, string][]) {
    const { action } = siteSettings[name];
    const done = await set(action === 'site.set-limit' ? 'finance' : 'marketing', name, value);
    assert.ok(done.status === 200, `${name}: ${done.code}`);
    if (done.data.request !== undefined) {
      const decider = action === 'site.set-limit' ? 'admin' : 'finance';
      assert.equal((await decide(as(decider), done.data.request)).data.outcome, 'set', name);
    }
    assert.equal((await readRow(name)).value, value, name);
  }
});

test('rejects a value without the form of its setting, a foreign action, and changed facts', async () => {
  for (const [name, value] of [
    ['appName', ' Chaba'],
    ['appName', 'x'.repeat(61)],
    ['LineId', 'https://line.example/x'],
    ['logoUrl', 'javascript:alert(1)'],
    ['theme', '{"brand":"red"}'],
    ['theme', 'pink'],
    ['alertyMessage', 'a\u0007b'],
    ['Payout', '101'],
    ['affiliateBasis', 'EVERYTHING'],
    ['affiliateTurnover', '-1'],
    ['canWithdraw', 'maybe'],
    ['minWithdraw', '0'],
    ['minWithdraw', '99,999.00'],
  ] as const) {
    const person = { 'site.set-terms': 'marketing', 'site.set-look': 'marketing', 'site.set-limit': 'finance' };
    const { action } = siteSettings[name];
    const refused = await set(action === 'site.set-switch' ? 'admin' : person[action], name, value);
    assert.deepEqual([refused.status, refused.code], [422, 'FIELD_INVALID'], `${name} ${value}`);
  }
  const foreign = await act(as('marketing'), 'site.set-look', { flag: 'canWithdraw', value: 'off' });
  assert.equal(foreign.code, 'FIELD_INVALID');
  const body = { input: { flag: 'appName', value: 'Third' } };
  const preview = await send<{ factsHash: string }>('POST', `${SITE}/actions/site.set-look/preview`, {
    as: as('marketing'),
    body,
  });
  await set('admin', 'appName', 'Second');
  const refused = await set('marketing', 'appName', 'Third', { factsHash: preview.data.factsHash });
  assert.deepEqual([refused.status, refused.code], [409, 'SUBJECT_CHANGED']);
  assert.equal((await readRow('appName')).value, 'Second');
});

test('sends a preview to a frame of its own page alone', async () => {
  const FRAME = {
    origin: undefined,
    'sec-fetch-site': 'same-origin',
    'sec-fetch-dest': 'iframe',
    'x-back-office': undefined,
  };
  const path = '/preview/chaba?path=/&flag=theme&value=jade';
  const code = async (where: string, headers: object, person = 'marketing') =>
    (await send('GET', where, { as: as(person), headers: { ...FRAME, ...headers } })).code;
  assert.equal(await code(path, { 'sec-fetch-dest': 'document' }), 'ORIGIN_FORBIDDEN');
  assert.equal(await code(path, { 'sec-fetch-site': 'same-site' }), 'ORIGIN_FORBIDDEN');
  assert.equal(await code(path, {}, 'support'), 'PERMISSION_MISSING');
  assert.equal(await code('/preview/chaba?path=/&flag=theme&value=pink', {}), 'FIELD_INVALID');
  assert.equal(await code('/preview/chaba?path=/&flag=Maintenance&value=on', {}), 'FIELD_INVALID');
  assert.equal(await code('/preview/chaba?path=/admin', {}), 'NOT_FOUND');
  assert.equal(await code('/preview/nowhere?path=/', {}), 'PERMISSION_MISSING');
  assert.equal(await code(path, {}), 'NOT_FOUND', 'this process has no pages of the member site');
  assert.equal((await send('GET', path, { headers: FRAME })).code, 'SIGN_IN_REQUIRED');
});

const MINUTE_MS = 60_000;
const inMinutes = (minutes: number): string => new Date(Date.now() + minutes * MINUTE_MS).toISOString();
const terms = { place: 'banner', audience: 'everyone', text: 'ปรับปรุงระบบคืนนี้', image: '', startsAt: '', endsAt: '' };

async function listRows(state: 'current' | 'ended'): Promise<readonly AnnouncementRow[]> {
  const path = `${SITE}/lists/announcements?state=${state}`;
  return (await send<RowPage<AnnouncementRow>>('GET', path, { as: as('marketing') })).data.rows;
}

test('shows an announcement from its begin to its end, and of two the one that began last first', async () => {
  const create = (more: object) => act(as('marketing'), 'announcement.create', { ...terms, ...more });
  const live = await create({ endsAt: inMinutes(60) });
  assert.equal(live.data.outcome, 'created', live.code);
  await create({ text: 'soon', startsAt: inMinutes(3), endsAt: inMinutes(60) });
  await create({ text: 'tomorrow', startsAt: inMinutes(1_440), endsAt: inMinutes(1_500) });
  const shown = async () => (await listShownAnnouncements(database, chaba.id)).map(({ text, state }) => [text, state]);
  assert.deepEqual(await shown(), [
    ['soon', 'planned'],
    [terms.text, 'live'],
  ]);
  const moved = (by: string) =>
    database.owner.execute(sql`
      update announcement set starts_at = starts_at - ${by}::interval, ends_at = ends_at - ${by}::interval`);
  await moved('4 minutes');
  assert.deepEqual(await shown(), [
    ['soon', 'live'],
    [terms.text, 'live'],
  ]);
  await moved('56 minutes');
  assert.deepEqual(await shown(), []);
  assert.deepEqual(
    (await listRows('current')).map(({ text, state }) => [text, state]),
    [['tomorrow', 'planned']],
  );
  assert.equal((await listRows('ended')).length, 2);
});

test('changes and ends an announcement, and neither once it has ended', async () => {
  await act(as('admin'), 'announcement.create', { ...terms, text: 'first', endsAt: inMinutes(60) });
  const row = (await listRows('current')).find(({ text }) => text === 'first');
  assert.ok(row);
  const { announcement } = row;
  const to = {
    announcement,
    ...terms,
    text: 'second',
    place: 'popup',
    image: '/icons/gold-512.png',
    endsAt: row.endsAt,
  };
  assert.equal((await act(as('marketing'), 'announcement.change', to)).data.outcome, 'changed');
  const [changed] = (await listRows('current')).filter((each) => each.announcement === announcement);
  assert.deepEqual(
    [changed?.text, changed?.place, changed?.startsAt, changed?.createdBy],
    ['second', 'popup', row.startsAt, 'demo-admin'],
  );
  assert.equal((await act(as('marketing'), 'announcement.end', { announcement })).data.outcome, 'ended');
  assert.ok((await listRows('ended')).some((each) => each.announcement === announcement));
  assert.equal((await act(as('marketing'), 'announcement.change', to)).code, 'BLOCKED');
  assert.equal((await act(as('marketing'), 'announcement.end', { announcement })).code, 'BLOCKED');
  assert.equal((await act(as('marketing'), 'announcement.end', { announcement: '999999' })).code, 'NOT_FOUND');
});

test('rejects an announcement without a text, a place, an end after its begin and now, or with a foreign picture', async () => {
  for (const [field, value] of [
    ['place', 'footer'],
    ['audience', 'friends'],
    ['text', '  '],
    ['text', 'x'.repeat(501)],
    ['image', '/icons/gold-512.png'],
    ['startsAt', 'tomorrow'],
    ['startsAt', inMinutes(90)],
    ['endsAt', inMinutes(-1)],
    ['endsAt', inMinutes(367 * 1_440)],
  ] as const) {
    const input = { ...terms, endsAt: inMinutes(60), [field]: value };
    const { status, code } = await act(as('marketing'), 'announcement.create', input);
    assert.deepEqual([status, code], [422, 'FIELD_INVALID'], `${field} ${value.slice(0, 30)}`);
  }
  const refused = await act(as('risk'), 'announcement.create', { ...terms, endsAt: inMinutes(60) });
  assert.equal(refused.code, 'PERMISSION_MISSING');
});

test('begins a maintenance with a message and an end by one person, and ends it by two', async () => {
  const endsAt = inMinutes(30);
  const begun = await act(as('risk'), 'site.begin-maintenance', { message: 'ปรับปรุงฐานข้อมูล', endsAt });
  assert.equal(begun.data.outcome, 'set', begun.code);
  const read = () => database.transaction((tx) => loadSite(tx, chaba.id));
  const closed = await read();
  assert.deepEqual(
    [closed.isInMaintenance, closed.maintenanceMessage, closed.maintenanceEndsAt?.toISOString()],
    [true, 'ปรับปรุงฐานข้อมูล', endsAt],
  );
  const wait = computeMaintenanceWait(closed, Date.parse(endsAt) - 90_000);
  assert.deepEqual([wait, computeMaintenanceWait(closed, Date.parse(endsAt) + 1)], [90, 600]);
  const refused = await act(as('risk'), 'site.begin-maintenance', { message: '', endsAt: inMinutes(-1) });
  assert.equal(refused.code, 'FIELD_INVALID');
  const opening = await set('risk', 'Maintenance', 'off');
  assert.equal((await decide(as('admin'), opening.data.request ?? '')).data.outcome, 'set');
  const open = await read();
  assert.deepEqual([open.isInMaintenance, open.maintenanceMessage, open.maintenanceEndsAt], [false, '', undefined]);
});

test('publishes the terms of use by two people, and not over a version that came between', async () => {
  const read = async () => (await send<TermsDetail>('GET', `${SITE}/terms`, { as: as('marketing') })).data;
  const publish = (person: string, content: string) => act(as(person), 'site.publish-terms', { content });
  const first = await publish('marketing', '# ข้อตกลง\n\nย่อหน้าแรก');
  assert.equal(first.data.outcome, 'requested');
  const { request = '' } = first.data;
  assert.equal((await read()).request, request);
  assert.equal((await publish('admin', 'other')).code, 'REQUEST_EXISTS');
  assert.equal((await decide(as('marketing'), request)).code, 'OWN_REQUEST');
  const before = (await read()).versions.length;
  assert.equal((await decide(as('admin'), request)).data.outcome, 'published');
  const { versions, content } = await read();
  assert.deepEqual([versions.length, content], [before + 1, '# ข้อตกลง\n\nย่อหน้าแรก']);
  const second = await publish('admin', 'second');
  await database.transaction((tx) => publishTerms(tx, chaba.id, 'by another way'));
  assert.equal((await decide(as('marketing'), second.data.request ?? '')).code, 'SUBJECT_CHANGED');
  assert.equal((await read()).content, 'by another way');
});
