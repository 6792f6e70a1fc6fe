// Rules that hold on the page of every slot: held presses, presses, history and reload during a spin, reels with two
// scatters, returns up to the stake, a second slot, controls that are not offered, and the stated rules in baht.

import assert from 'node:assert/strict';
import { mkdtempSync, rmSync } from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { after, beforeEach, test } from 'node:test';

import { drawingNames } from '@chaba/art/drawings.text';
import { freePort } from '@chaba/embedded-postgres';
import { baht, formatBaht, type Money, money } from '@chaba/money';
import type { Locator, Page } from 'playwright-core';

import { AFTER_MS } from '#studio/page-kit/celebration';
import { ROUND_MS, STOPS_MS_MAX, TURN_MS_MIN } from '#studio/games/slots/page/cabinet';
import { FALL_MS_A_CELL, landingMs, SINK_MS, SLOWING_CELLS } from '#studio/games/slots/page/reel';
import { SEEN_MS } from '#studio/games/slots/page/stage';
import type { SlotRound } from '#studio/games/slots/play';
import { type Feature, type FeatureKind, featureOf, type SlotTitle, type Weights } from '#studio/games/slots/title';
import { chabaBlossom } from '#studio/games/slots/titles/chaba-blossom';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { startFakeWallet } from '#studio/testing/fake-wallet';
import { buildPages } from '#ops/start/page-builds';
import { startStudio } from '#testing/product/studio-process';
import { openProcessLog } from '#server/testing/process-log';

import { untilAudioStates, recordAudio } from './audio.ts';
import { openMobilePage, type PhoneOptions } from '#testing/product/browser';
import { grantFreeSpins } from '#testing/product/determinism';
import { chooseNonce, type DrawNext } from '#testing/product/slot-draws';
import { readTimes, recordTimes } from '#testing/product/slot-times';
import { pollUntil } from '#testing/product/until';

const SECRET = 'sandbox-secret';
const PLAYER = 'p-rules';
const SCREEN = { width: 360, height: 800 };
/** Longer than a round of a page. */
const HELD_MS = ROUND_MS + 700;
/** Timers and frames of a browser can be this much before their time. */
const EARLY_MS = 40;
/** Two results of the same kind of round come within this time. */
const SAME_MS = 150;
const SAME_SPINS = 3;
const PARTS_OF_STAKE = 100n;

await buildPages(() => undefined, 'studio');
const wallet = await startFakeWallet(SECRET);
const port = await freePort();
const address = `http://127.0.0.1:${port}`;
/** On the wallet's own origin, which is that of the member site. */
const returnAddress = `${wallet.url}/user/slot`;
const dataDir = mkdtempSync(path.join(os.tmpdir(), 'chaba-slot-rules-'));
const output = openProcessLog('sandbox');
const studio = await startStudio({ port, dataDir, walletUrl: wallet.url, secret: SECRET, output });
after(async () => {
  await studio.stop();
  await wallet.close();
  rmSync(dataDir, { recursive: true, force: true });
});

beforeEach(() => {
  wallet.setBalance(PLAYER, baht(1_000));
  wallet.calls.length = 0;
  grantFreeSpins(dataDir, 0);
});

for (const [name, press] of Object.entries({
  'the button of a mouse': async (page: Page, [x, y]: Place) => {
    await page.mouse.move(x, y);
    await page.mouse.down();
    return () => page.mouse.up();
  },
  'a finger': async (page: Page, [x, y]: Place) => {
    const devtools = await page.context().newCDPSession(page);
    const touch = (type: 'touchStart' | 'touchEnd', touchPoints: { x: number; y: number }[]) =>
      devtools.send('Input.dispatchTouchEvent', { type, touchPoints });
    await touch('touchStart', [{ x, y }]);
    return () => touch('touchEnd', []);
  },
})) {
  test(`spins once for ${name} held down on the button past the end of the round`, async () => {
    const page = await openSlot('chaba-blossom');
    chooseNonce(dataDir, 'chaba-blossom', isLost);
    const release = await press(page, await middleOf(spinButton(page)));
    await page.waitForTimeout(HELD_MS);
    assert.ok(countSpins() <= 1, 'no second spin while it is held');
    await release();
    await pollUntil(() => countSpins() > 0);
    await untilReady(page);
    await page.waitForTimeout(HELD_MS);
    assert.equal(countSpins(), 1);
  });
}

/** From the press to the rest of the last of five reels of three rows, at least. */
const LANDED_MS = TURN_MS_MIN + (STOPS_MS_MAX * 4) / 5 + landingMs(3 + SLOWING_CELLS);
/** From a window of a cascade to the next, at least. */
const CASCADE_MS = SEEN_MS + SINK_MS + 2 * FALL_MS_A_CELL;
const isLongCascade = ({ scenes }: SlotRound): boolean =>
  scenes.length === 4 && scenes.every(({ kind }) => kind === 'window');
const LONG_MS = LANDED_MS + 3 * CASCADE_MS;
/** Rounds, and the shortest time from the press to their results. */
const TIMED = {
  'chaba-blossom': [isLost, LANDED_MS],
  'naga-river': [isLongCascade, LONG_MS],
} as const;

for (const [gameCode, [isWanted, resultMs]] of Object.entries(TIMED)) {
  test(`shows the result and the next spin of ${gameCode} no earlier for presses during a spin`, async () => {
    const page = await openSlot(gameCode, { reducedMotion: 'no-preference' });
    chooseNonce(dataDir, gameCode, isWanted);
    await recordTimes(page);
    const [button, reels] = [await middleOf(spinButton(page)), await middleOf(page.locator('.cabinet'))];
    do {
      await page.keyboard.press('Space');
      await page.keyboard.press('Enter');
      await page.touchscreen.tap(...reels);
      await page.mouse.click(...reels);
      await page.touchscreen.tap(...button);
      await page.mouse.click(...button);
    } while ((await readTimes(page)).result === undefined);
    await pollUntil(async () => (await readTimes(page)).ready !== undefined);
    const { presses, result = 0, ready = 0 } = await readTimes(page);
    const [[, started] = ['', 0]] = presses;
    const duringSpin = new Set(
      presses.flatMap(([kind, at]) => (at > started && at < started + resultMs ? [kind] : [])),
    );
    assert.deepEqual([...duringSpin].toSorted(), ['Enter', 'Space', 'button', 'reels']);
    assert.ok(result - started >= resultMs - EARLY_MS, `the result after ${result - started} ms`);
    assert.ok(ready - started >= ROUND_MS - EARLY_MS, `the next spin after ${ready - started} ms`);
  });
}

test('lists a payout in the history after the result of its round only', async () => {
  const page = await openSlot('naga-river', { reducedMotion: 'no-preference' });
  const round = chooseNonce(dataDir, 'naga-river', isLongCascade);
  const answered = untilSpun(page);
  await page.keyboard.press('Space');
  await answered;
  await page.getByRole('button', { name: 'ประวัติ' }).click();
  const sheet = page.getByRole('dialog', { name: 'ประวัติ' });
  // Rounds of earlier tests follow.
  const newest = sheet.locator('.rounds li').first();
  await newest.getByText(/\d{1,2}:\d\d .m · กำลังหมุน…$/).waitFor();
  assert.deepEqual(await controlsIn(newest), []);
  // The phase of the page when the payout is listed first.
  const listed = page.evaluate(
    () =>
      new Promise((resolve) => {
        const observer = new MutationObserver(() => {
          if (document.querySelector('.rounds li:first-child summary')) resolve(document.body.dataset['phase']);
        });
        observer.observe(document.body, { subtree: true, childList: true });
      }),
  );
  assert.doesNotMatch(await newest.innerText(), /ได้ [\d,.]/);
  assert.equal(await page.locator('body').getAttribute('data-phase'), 'playing');
  const amount = formatBaht(amountOf(baht(5), round.pay));
  await newest.getByText(`เดิมพัน 5.00 · ได้ ${amount}`, { exact: true }).waitFor();
  assert.equal(await listed, 'ready');
});

test('plays a round again after a reload before its result', async () => {
  const page = await openSlot('naga-river', { reducedMotion: 'no-preference' });
  await page.addInitScript(() => {
    const seen: { playing?: number; result?: number; balance?: string } = {};
    Object.assign(globalThis, { seen });
    new MutationObserver(() => {
      if (document.body?.dataset['phase'] !== 'playing') return;
      seen.playing ??= performance.now();
      if (/^(ชนะ|ได้คืน)/.test(document.querySelector('.result-main')?.textContent ?? '')) {
        seen.result ??= performance.now();
      } else seen.balance = document.querySelector('.balance .amount')?.textContent ?? '';
    }).observe(document, { subtree: true, childList: true, characterData: true, attributes: true });
  });
  const round = chooseNonce(dataDir, 'naga-river', isLongCascade);
  const answered = untilSpun(page);
  await page.keyboard.press('Space');
  await answered;
  await page.reload();
  await untilReady(page);
  type Seen = { readonly playing: number; readonly result: number; readonly balance: string };
  const { playing, result, balance } = await page.evaluate(() => (globalThis as unknown as { seen: Seen }).seen);
  assert.ok(result - playing >= LONG_MS - EARLY_MS, `the result after ${result - playing} ms`);
  assert.equal(balance, '–', 'no balance with the payout before the result');
  const amount = formatBaht(amountOf(baht(5), round.pay));
  assert.match((await page.locator('.result-main').textContent()) ?? '', new RegExp(`^(ชนะ|ได้คืน) ${amount} บาท`));
  await page
    .locator('.balance .amount')
    .getByText(formatBaht(wallet.balanceOf(PLAYER)), { exact: true })
    .waitFor();
  assert.equal(countSpins(), 1);
});

test('shows the result of a lost round with two scatters as soon as that of one without', async () => {
  const page = await openSlot('chaba-blossom', { reducedMotion: 'no-preference' });
  const scatter = featureOf(chabaBlossom, 'freeSpins')?.letter ?? assert.fail();
  const countScatters = ({ scenes: [window] }: SlotRound): readonly boolean[] =>
    window?.kind === 'window' ? window.cells.map((cells) => cells.includes(scatter)) : [];
  /** Reels remain that could be slowed down after the second scatter. */
  const hasTwo = (round: SlotRound): boolean => countScatters(round).slice(0, 3).filter(Boolean).length === 2;
  const hasNone = (round: SlotRound): boolean => !countScatters(round).includes(true);
  const times = new Map([
    [hasNone, Number.POSITIVE_INFINITY],
    [hasTwo, Number.POSITIVE_INFINITY],
  ]);
  for (let spins = 0; spins < SAME_SPINS; spins += 1) {
    for (const [hasScatters, shortest] of times) {
      chooseNonce(dataDir, 'chaba-blossom', (round) => isLost(round) && hasScatters(round));
      await recordTimes(page);
      await page.keyboard.press('Space');
      await pollUntil(async () => (await readTimes(page)).ready !== undefined);
      const { presses, result = 0 } = await readTimes(page);
      const [[, started] = ['', 0]] = presses;
      assert.ok(result - started >= LANDED_MS - EARLY_MS);
      times.set(hasScatters, Math.min(shortest, result - started));
    }
  }
  // A busy machine delays results; the shortest time of a few rounds is that of the page.
  const [none = 0, two = 0] = times.values();
  assert.ok(Math.abs(two - none) <= SAME_MS, `${two} ms with two scatters, ${none} ms without`);
});

/** Rounds of one window, of cascades, and of cascades with drops. */
const RETURNS: Readonly<Record<string, (scenes: SlotRound['scenes']) => boolean>> = {
  'chaba-blossom': (scenes) => scenes.length === 1,
  'naga-river': (scenes) => scenes.length >= 2,
  'chan-proi': (scenes) => scenes.some(({ kind }) => kind === 'drops'),
};
const NO_LIGHTS: Lights = { isGain: false, litParts: 0, factors: 0, showers: 0, banners: [] };

for (const reducedMotion of ['reduce', 'no-preference'] as const) {
  for (const [gameCode, hasScenes] of Object.entries(RETURNS)) {
    const motion = reducedMotion === 'reduce' ? 'without motion' : 'in motion';
    test(`shows a return of ${gameCode} up to the stake ${motion} without sound, light and praise`, async () => {
      const { page, nodes } = await openSounding(gameCode, reducedMotion);
      const paying =
        (isPaid: (pay: number) => boolean) =>
        ({ pay, freeSpins, scenes }: SlotRound): boolean =>
          isPaid(pay) && freeSpins === 0 && hasScenes(scenes);

      const lost = await playChosen(page, nodes, gameCode, isLost);
      assert.match(lost.text, /^รอบนี้ไม่ได้รางวัล/);
      assert.ok(lost.knocks > 0, 'the reels have sounds');
      for (const isPaid of [(pay: number) => pay === 100, (pay: number) => pay > 0 && pay < 100]) {
        const { round, ...returned } = await playChosen(page, nodes, gameCode, paying(isPaid));
        const amount = formatBaht(amountOf(baht(5), round.pay));
        assert.ok(returned.text.startsWith(`ได้คืน ${amount} บาท`), returned.text);
        assert.ok(returned.announced.startsWith(`ได้คืน ${amount} บาท`), returned.announced);
        assert.doesNotMatch(returned.text + returned.announced, /ชนะ|รางวัล|ยินดี/);
        assert.ok(returned.knocks > 0);
        assert.deepEqual([returned.tones, returned.lights], [0, NO_LIGHTS]);
      }
      // Above the stake before drops multiply it.
      const isGain = paying((pay) => pay > 100 && pay < 1_000);
      const { round, ...won } = await playChosen(page, nodes, gameCode, (round) => {
        return isGain(round) && sumWindows(round) > 100;
      });
      assert.ok(won.text.startsWith(`ชนะ ${formatBaht(amountOf(baht(5), round.pay))} บาท`), won.text);
      assert.ok(won.tones > 0);
      const { litParts, factors, ...others } = won.lights;
      assert.ok(litParts > 0);
      assert.equal(factors, gameCode === 'chaba-blossom' ? 0 : 1);
      assert.deepEqual(others, { isGain: true, showers: reducedMotion === 'reduce' ? 0 : 1, banners: [] });
    });
  }
}

test('ends free spins with a total up to the stake without sound, light and banner', async () => {
  const { page, nodes } = await openSounding('naga-river', 'no-preference');
  grantFreeSpins(dataDir, 1);
  for (const [isTotal, isGain] of [
    [(total: number) => total > 0 && total <= 100, false],
    [(total: number) => total > 100 && total < 1_000, true],
  ] as const) {
    let total = 0;
    const played = await playChosen(
      page,
      nodes,
      'naga-river',
      (round, drawNext) => {
        ({ pay: total } = drawNext(true));
        return isLost(round) && isTotal(total);
      },
      2,
    );
    const amount = formatBaht(amountOf(baht(5), total));
    assert.equal(await page.locator('.free-line').textContent(), `ฟรีสปินจบแล้ว ได้รวม ${amount} บาท`);
    const image = await page.locator('.free-line').evaluate((line) => getComputedStyle(line).backgroundImage);
    assert.equal(image !== 'none', isGain, 'gold for a gain only');
    assert.match(played.text, isGain ? /^ชนะ/ : /^ได้คืน/);
    const banners = ['ได้ฟรีสปิน 1 รอบ', ...(isGain ? ['ฟรีสปินจบแล้ว ได้รวม'] : [])];
    assert.deepEqual([played.tones > 0, played.lights.isGain, played.lights.banners], [isGain, isGain, banners]);
    if (!isGain) assert.deepEqual(played.lights, { ...NO_LIGHTS, banners });
  }
});

test('ends the first slot when a second one is opened, with a message and a link back on the first page', async () => {
  const first = await openSlot('chaba-blossom');
  const second = await openSlot('naga-river');
  await spinButton(first).click();
  const sheet = first.getByRole('dialog', { name: 'แจ้งเตือน' });
  await sheet
    .getByRole('alert')
    .getByText('เปิดสล็อตอื่นแล้ว เล่นได้ครั้งละหนึ่งเกม กรุณาเปิดเกมนี้ใหม่จากหน้าสมาชิก', { exact: true })
    .waitFor();
  assert.equal(countSpins(), 0);
  const backLink = sheet.getByRole('link', { name: 'กลับหน้าสมาชิก' });
  assert.equal(await backLink.getAttribute('href'), returnAddress);

  await spinButton(second).click();
  await pollUntil(() => countSpins() === 1);
  await backLink.click();
  await first.waitForURL(returnAddress);
});

/** Every control of a slot page: none plays automatically or faster, buys a feature or doubles a pay. */
const CONTROLS = ['กลับหน้าสมาชิก', 'ความโปร่งใส', 'เสียง: ปิดอยู่', 'ลดเดิมพัน', 'เพิ่มเดิมพัน', 'ตารางจ่าย', 'หมุน', 'ประวัติ'];

test('offers nothing but stake, spin, rules, history, fairness and sound, on the page of every title', async () => {
  const page = await openMobilePage({ viewport: SCREEN });
  for (const { gameCode } of slotTitles) {
    await goToSlot(page, gameCode);
    assert.deepEqual(await controlsIn(page.locator('body')), CONTROLS, gameCode);
  }
});

test('offers nothing more during a spin, after a gain and after a loss', async () => {
  const page = await openSlot('chaba-blossom', { reducedMotion: 'no-preference' });
  const isGain = ({ pay, freeSpins }: SlotRound): boolean => freeSpins === 0 && pay >= 2_000;
  for (const isWanted of [isGain, isLost]) {
    chooseNonce(dataDir, 'chaba-blossom', isWanted);
    await page.keyboard.press('Space');
    await page.locator('body[data-phase=playing]').waitFor();
    const duringSpin = CONTROLS.map((name) => (name === 'หมุน' ? 'กำลังหมุน…' : name));
    assert.deepEqual(await controlsIn(page.locator('body')), duringSpin);
    await untilReady(page);
    assert.deepEqual(await controlsIn(page.locator('body')), CONTROLS);
  }
});

type RuleOf<Kind extends FeatureKind> = (
  feature: Extract<Feature, { readonly kind: Kind }>,
  title: SlotTitle,
  stake: Money,
) => readonly [heading: string, ...parts: string[]];

/** The heading and the parts of the sentence of each feature, from the data of a title. */
const RULES: { readonly [Kind in FeatureKind]: RuleOf<Kind> } = {
  cascade: (_feature, { base }) => [
    'ไหลลง',
    'สัญลักษณ์ที่ได้รางวัลหายไป ของด้านบนเลื่อนลงมาแทน แล้วจ่ายอีกครั้ง จนกว่าจะไม่มีรางวัล',
    ...(base.times.length > 1 ? [`ตัวคูณของแต่ละครั้ง: ${base.times.map((factor) => `×${factor}`).join(' ')}`] : []),
  ],
  freeSpins: ({ letter, grants }, title) => [
    'ฟรีสปิน',
    nameOf(title, letter),
    ...Object.entries(grants).map(([count, spins]) => `${count} ตัวได้ ${spins}`),
    'เล่นที่เดิมพันเดิมโดยไม่หักเครดิต',
    ...(title.free?.times ? [`ในฟรีสปินรางวัลคูณ ${title.free.times.map((factor) => `×${factor}`).join(' ')}`] : []),
  ],
  holdAndSpin: ({ letter, from, respins, full, chance: [wins, of], values }, title, stake) => [
    `หมุนเก็บ${nameOf(title, letter)}`,
    `${nameOf(title, letter)}ครบ ${from} ตัวขึ้นไป`,
    `หมุนเฉพาะช่องว่าง ${respins} ครั้ง`,
    `มีโอกาสได้${nameOf(title, letter)} ${percentOf(wins, of)}% ต่อครั้ง`,
    `${nameOf(title, letter)}เต็มทุกช่อง ได้เพิ่มอีก ${formatBaht(amountOf(stake, full))} บาท`,
    `มูลค่า${nameOf(title, letter)} (บาท): ${sharesOf(values, (value) => formatBaht(amountOf(stake, Number(value))))}`,
  ],
  expandingWild: ({ reels }, title) => [
    'ขยายเต็มวงล้อ',
    `${nameOf(title, title.wild)}บนวงล้อ ${reels.map((reel) => reel + 1).join(', ')} ขยายเต็มวงล้อก่อนจ่าย`,
  ],
  book: ({ special }, title) => [
    'สัญลักษณ์พิเศษ',
    `ระบบสุ่มสัญลักษณ์พิเศษหนึ่งตัว (${sharesOf(special, (letter) => nameOf(title, letter))})`,
  ],
  wildTimes: ({ values }, title) => [
    'ตัวคูณ',
    `${nameOf(title, title.wild)}แต่ละตัวในไลน์ที่ได้รางวัลคูณรางวัลด้วย ${sharesOf(values, (value) => `×${value}`)}`,
  ],
  drops: ({ letter, values }, title) => [
    'ตัวคูณสะสม',
    `ตัวคูณบน${nameOf(title, letter)}ทุกใบบวกกัน`,
    `คูณรางวัลทั้งหมดของรอบ: ${sharesOf(values, (value) => `×${value}`)}`,
  ],
};

const KINDS = Object.keys(RULES) as FeatureKind[];
const PAYS = ['lines', 'ways', 'anywhere', 'cluster'];
/** A title with each feature, and one of each kind of pays. */
const ruled = new Set([
  ...KINDS.map((kind) => slotTitles.find(({ features }) => features.some((feature) => feature.kind === kind))),
  ...PAYS.map((kind) => slotTitles.find(({ pays }) => pays.kind === kind)),
]);

for (const title of ruled) {
  assert.ok(title, 'a title of each feature and of each kind of pays');
  const kinds = title.features.map(({ kind }) => kind).join(', ');
  test(`states pays and ${kinds} of ${title.gameCode} in baht at the chosen stake`, async () => {
    const page = await openSlot(title.gameCode);
    // The stake of a first visit, and two steps above it.
    const [one, other] = [await checkRules(page, title, baht(5)), await changeStakeAndCheck(page, title)];
    assert.equal(one.length, other.length);
    const same = one.filter((amount, place) => amount === other[place]);
    assert.deepEqual(same, [], 'every amount changes with the stake');
  });
}

async function changeStakeAndCheck(page: Page, title: SlotTitle): Promise<string[]> {
  for (let steps = 0; steps < 2; steps += 1) await page.getByRole('button', { name: 'เพิ่มเดิมพัน' }).click();
  return checkRules(page, title, baht(20));
}

/** Compares the sheet of rules with the data of the title; returns its pays. */
async function checkRules(page: Page, title: SlotTitle, stake: Money): Promise<string[]> {
  await page.locator('.stake-amount').getByText(formatBaht(stake), { exact: true }).waitFor();
  await page.getByRole('button', { name: 'ตารางจ่าย' }).click();
  const sheet = page.getByRole('dialog', { name: 'ตารางจ่าย' });
  await sheet.getByText(`จำนวนเงินเป็นบาท ที่เดิมพัน ${formatBaht(stake)} บาทต่อรอบ`, { exact: true }).waitFor();
  assert.deepEqual(await controlsIn(sheet), ['ปิด']);

  const rows = await sheet.locator('.pays li').evaluateAll((items) =>
    items.map((item) => ({
      name: item.querySelector('.pay-name')?.textContent ?? '',
      pays: [...item.querySelectorAll('.pay')].map((pay) => [...pay.children].map((part) => part.textContent ?? '')),
    })),
  );
  assert.deepEqual(
    new Map(rows.map(({ name, pays }) => [name, pays])),
    new Map(Object.keys(title.look.symbols).map((letter) => [nameOf(title, letter), paysOf(title, letter, stake)])),
  );

  const sections = new Map(
    await sheet
      .locator('h3')
      .evaluateAll((headings) =>
        headings.map((heading): [string, string] => [
          heading.textContent ?? '',
          heading.nextElementSibling?.textContent ?? '',
        ]),
      ),
  );
  for (const feature of title.features) {
    const [heading, ...parts] = (RULES[feature.kind] as RuleOf<FeatureKind>)(feature, title, stake);
    const body = sections.get(heading) ?? '';
    for (const part of parts) assert.ok(body.includes(part), `${heading}: “${part}” is not in “${body}”`);
  }
  const cap = formatBaht(money(stake * 5_000n));
  const subject = title.features.some(({ kind }) => kind === 'freeSpins')
    ? 'การหมุนแต่ละครั้ง รวมทั้งฟรีสปินแต่ละรอบ '
    : 'หนึ่งรอบ';
  await sheet.getByText(`${subject}จ่ายไม่เกิน 5,000 เท่าของเดิมพัน (${cap} บาท)`, { exact: true }).waitFor();
  await page.keyboard.press('Escape');
  await sheet.waitFor({ state: 'detached' });
  return rows.flatMap(({ pays }) => pays.map(([, amount = '']) => amount));
}

/** Counts and amounts of a letter, the largest first. */
function paysOf({ pays, features }: SlotTitle, letter: string, stake: Money): string[][] {
  const table = pays.table[letter]?.map((pay, place): [string, number] => [countAt(pays, place), pay]);
  const scatter = features.find((feature) => feature.kind === 'freeSpins' && feature.letter === letter);
  const counted = table ?? Object.entries((scatter?.kind === 'freeSpins' && scatter.pays) || {}).map(timesCount);
  return counted
    .filter(([, pay]) => pay > 0)
    .map(([count, pay]) => [count, formatBaht(amountOf(stake, pay))])
    .toReversed();
}

const timesCount = ([count, pay]: [string, number]): [string, number] => [`${count}×`, pay];

function countAt(pays: SlotTitle['pays'], place: number): string {
  if (!('sizes' in pays)) return `${place + 3}×`;
  const [from = 0, next] = pays.sizes.slice(place);
  if (next === undefined) return `${from}+`;
  return next === from + 1 ? `${from}` : `${from}–${next - 1}`;
}

function nameOf({ look }: SlotTitle, letter = ''): string {
  const drawing = look.symbols[letter];
  assert.ok(drawing);
  return drawingNames[drawing];
}

function amountOf(stake: Money, hundredths: number): Money {
  return money((stake * BigInt(hundredths)) / PARTS_OF_STAKE);
}

function percentOf(part: number, whole: number): number {
  return Math.round((part / whole) * 1_000) / 10;
}

function sharesOf(weights: Weights<string | number>, format: (value: string) => string): string {
  const all = Object.entries(weights);
  const total = all.reduce((sum, [, weight]) => sum + weight, 0);
  return all.map(([value, weight]) => `${format(value)} ${percentOf(weight, total)}%`).join(', ');
}

type Place = readonly [x: number, y: number];

/** Lights of a round: the largest numbers at one time, and the words of the banners. */
type Lights = {
  readonly isGain: boolean;
  readonly litParts: number;
  readonly factors: number;
  readonly showers: number;
  readonly banners: readonly string[];
};

type Shown = {
  readonly round: SlotRound;
  readonly text: string;
  readonly announced: string;
  /** Knocks of reels; those of reels that stop together are one. */
  readonly knocks: number;
  /** Tones of other sounds. */
  readonly tones: number;
  readonly lights: Lights;
};

/** Plays a chosen round, and the free rounds that it grants, to their end; returns texts, lights and sounds. */
async function playChosen(
  page: Page,
  nodes: readonly string[],
  gameCode: string,
  isWanted: (round: SlotRound, drawNext: DrawNext) => boolean,
  rounds = 1,
): Promise<Shown> {
  const round = chooseNonce(dataDir, gameCode, isWanted);
  const [spins, first] = [countSpins(), nodes.length];
  await recordLights(page);
  await spinButton(page).click();
  await pollUntil(() => countSpins() === spins + rounds);
  await untilReady(page);
  const lights = await readLights(page);
  const text = (await page.locator('.result-main').textContent()) ?? '';
  const announced = (await page.locator('.result [aria-live]').textContent()) ?? '';
  const count = (kind: string): number => nodes.slice(first).filter((each) => each === kind).length;
  // A knock is a tone with noise.
  const knocks = count('AudioBufferSource');
  return { round, text, announced, knocks, tones: count('Oscillator') - knocks, lights };
}

/** Records the lights of the page from now on; those of an earlier round are removed at the next one. */
function recordLights(page: Page): Promise<void> {
  return page.evaluate(() => {
    const lights = { isGain: false, litParts: 0, factors: 0, showers: 0, banners: [] as string[] };
    Object.assign(globalThis, { lights });
    const count = (selector: string): number => document.querySelectorAll(selector).length;
    new MutationObserver(() => {
      lights.isGain ||= document.body.classList.contains('gain');
      lights.litParts = Math.max(lights.litParts, count('.cabinet .lit'));
      lights.factors = Math.max(lights.factors, count('.multipliers .on'));
      lights.showers = Math.max(lights.showers, count('.shower'));
      const words = document.querySelector('.banner p')?.textContent ?? '';
      if (words !== '' && !lights.banners.includes(words)) lights.banners.push(words);
    }).observe(document.body, { subtree: true, childList: true, attributes: true, attributeFilter: ['class'] });
  });
}

/** The recorded lights, after the time in which petals follow a result. */
function readLights(page: Page): Promise<Lights> {
  return page.evaluate(
    (ms) =>
      new Promise<Lights>((resolve) => {
        setTimeout(() => resolve((globalThis as unknown as { lights: Lights }).lights), ms);
      }),
    2 * AFTER_MS,
  );
}

function sumWindows({ scenes }: SlotRound): number {
  return scenes.reduce((sum, scene) => sum + (scene.kind === 'window' ? scene.pay : 0), 0);
}

function isLost({ pay, freeSpins }: SlotRound): boolean {
  return pay === 0 && freeSpins === 0;
}

function countSpins(): number {
  return wallet.calls.filter(({ operation }) => operation === 'betwin').length;
}

/** The names of everything that can be pressed or filled. */
function controlsIn(place: Locator): Promise<string[]> {
  const controls = 'button, a[href], input, select, textarea, summary, label, [onclick], [role=button], [role=switch]';
  return place
    .locator(controls)
    .evaluateAll((all) => all.map((control) => control.getAttribute('aria-label') ?? control.textContent ?? ''));
}

function spinButton(page: Page): Locator {
  return page.getByRole('button', { name: 'หมุน', exact: true });
}

async function middleOf(part: Locator): Promise<Place> {
  const box = (await part.boundingBox()) ?? assert.fail('it is not on the page');
  return [box.x + box.width / 2, box.y + box.height / 2];
}

/** Opens a slot with its sound on; `nodes` are the kinds of the created nodes of sound. */
async function openSounding(gameCode: string, reducedMotion: 'reduce' | 'no-preference') {
  const page = await openMobilePage({ viewport: SCREEN, reducedMotion });
  const audio = await recordAudio(page);
  const nodes: string[] = [];
  audio.devtools.on('WebAudio.audioNodeCreated', ({ node }) => nodes.push(node.nodeType));
  await goToSlot(page, gameCode);
  await page.getByRole('button', { name: 'เสียง: ปิดอยู่' }).click();
  await untilAudioStates(audio, 'running');
  return { page, nodes };
}

async function openSlot(gameCode: string, options: PhoneOptions = {}): Promise<Page> {
  const page = await openMobilePage({ viewport: SCREEN, ...options });
  await goToSlot(page, gameCode);
  return page;
}

async function goToSlot(page: Page, gameCode: string): Promise<void> {
  const launch = { operator: 'chaba', token: wallet.launch(PLAYER), lang: 'th', return: returnAddress };
  await page.goto(`${address}/games/${gameCode}?${new URLSearchParams(launch)}`);
  await untilReady(page);
}

/** Waits for the round; a spin soon after one of an earlier page is rejected and sent again. */
async function untilSpun(page: Page): Promise<void> {
  await page.waitForResponse((response) => response.url().endsWith('/studio/v1/spin') && response.ok());
}

async function untilReady(page: Page): Promise<void> {
  await page.locator('body[data-phase=ready]').waitFor();
}
