// The sentences of the rules, against the definitions and certificates of the games: each one is true.

import assert from 'node:assert/strict';
import { test } from 'node:test';

import { bestPlay } from '#studio/games/card-garden/game';
import { findFigures } from './figures.ts';
import { composeRules } from './game-rules.ts';
import { composeReport } from '#studio/report/report';
import { readCertificate } from '#studio/games/slots/certificate';
import { ruleText } from '#studio/games/slots/page/page.text';
import { percentText } from '#studio/games/slots/fraction';
import { type Feature, featureOf, type SlotTitle } from '#studio/games/slots/title';
import { slotTitles } from '#studio/games/slots/titles/titles';
import { tableRules } from '#studio/games/tables/rules/all';

const gameCodes = [...slotTitles.map(({ gameCode }) => gameCode), ...tableRules.map(({ gameCode }) => gameCode)];
const others = ['card-garden', 'trading'];

const wordsOf = (gameCode: string): string => {
  const { sections, fairness } = composeRules(gameCode);
  return [...sections.flatMap(({ heading, body }) => [heading, ...body]), fairness].join('\n');
};
const has = ({ features }: SlotTitle, kind: Feature['kind']): boolean => features.some((each) => each.kind === kind);

test('excepts the prizes of hold-and-spin from the multiplier of free spins', () => {
  const held = slotTitles.filter((title) => has(title, 'holdAndSpin') && title.free?.times);
  assert.deepEqual(
    held.map(({ gameCode }) => gameCode).toSorted((one, other) => one.localeCompare(other)),
    ['bua-kep-thong', 'chang-khon-thong', 'wao-kep-dao', 'yi-peng'],
  );
  for (const { gameCode } of held) {
    assert.match(wordsOf(gameCode), /ในฟรีสปินรางวัลคูณ [×\d ]+ ยกเว้นรางวัลจากหมุนเก็บ/, gameCode);
  }
  for (const title of slotTitles) {
    if (!held.includes(title)) assert.doesNotMatch(wordsOf(title.gameCode), /ยกเว้นรางวัลจาก/, title.gameCode);
  }
});

test('bounds only the chance of more than the largest simulated payout', () => {
  for (const gameCode of [...gameCodes, ...others]) {
    const report = composeReport(gameCode) ?? '';
    assert.doesNotMatch(report, /โอกาสไม่เกิน 3/, gameCode);
    const figures = findFigures(gameCode);
    assert.ok(figures);
    assert.equal(/โอกาสได้มากกว่านี้ไม่เกิน 3 ใน 100,000,000/.test(report), 'simulatedRounds' in figures.largest, gameCode);
  }
  for (const words of [ruleText.largest, ruleText.largestWithFree]) {
    assert.match(words('1.00', '1', '9'), /ไม่พบรอบที่ได้มากกว่านี้ โอกาสได้มากกว่านี้ไม่เกิน 3 ใน 9$/);
  }
});

test('states the cap of a spin where a round with its free spins pays more', () => {
  for (const title of slotTitles) {
    const { simulated, capTimes } = readCertificate(title.gameCode);
    const words = wordsOf(title.gameCode);
    assert.equal(/การหมุนแต่ละครั้ง รวมทั้งฟรีสปินแต่ละรอบ จ่ายไม่เกิน/.test(words), has(title, 'freeSpins'), title.gameCode);
    if (!has(title, 'freeSpins')) assert.ok(simulated.largest <= capTimes, title.gameCode);
  }
  assert.ok(readCertificate('lo-banthuek').simulated.largest > readCertificate('lo-banthuek').capTimes);
});

test('states that a line of books pays nothing as a line, where it does not', () => {
  for (const title of slotTitles.filter((each) => has(each, 'book'))) {
    const book = title.wild ?? '';
    const pays = title.pays.table[book] ?? [];
    assert.ok(
      pays.every((amount) => amount === 0),
      title.gameCode,
    );
    assert.match(wordsOf(title.gameCode), /เรียงเต็มไลน์ไม่มีรางวัลของไลน์/, title.gameCode);
  }
});

test('states the share of rounds above the stake beside the share of rounds that pay', () => {
  for (const { gameCode } of slotTitles) {
    const { simulated } = readCertificate(gameCode);
    const figures = findFigures(gameCode);
    assert.equal(figures?.gainingPercent, simulated.gainingPercent);
    assert.ok(Number(figures?.gainingPercent) <= Number(figures?.payingPercent), gameCode);
    assert.match(composeReport(gameCode) ?? '', new RegExp(`ได้มากกว่าเดิมพัน</dt><dd>${simulated.gainingPercent}%`));
  }
  assert.equal(findFigures('card-garden')?.gainingPercent, bestPlay.gainingPercent);
  assert.match(ruleText.figures(1, '', '61.94', '21.00'), /มีรางวัล 61\.94% ของรอบ · ได้มากกว่าเดิมพัน 21\.00% ของรอบ/);
});

test('rounds every stated return down', () => {
  assert.equal(percentText({ numerator: 959_999n, denominator: 1_000_000n }), '95.99');
  assert.equal(percentText({ numerator: 2n, denominator: 3n }, 4), '66.6666');
  for (const { gameCode } of slotTitles) {
    const { exact, returnPercent } = readCertificate(gameCode);
    const [above, below] = [BigInt(exact.numerator), BigInt(exact.denominator)];
    for (const stated of [returnPercent, exact.percent]) {
      const [whole = '', decimals = ''] = stated.split('.');
      const scale = 100n * 10n ** BigInt(decimals.length);
      const parts = BigInt(whole + decimals);
      assert.ok(parts * below <= above * scale && (parts + 1n) * below > above * scale, `${gameCode}: ${stated}`);
    }
  }
});

test('joins the counts of scatters from which the number of free spins stays the same', () => {
  assert.match(wordsOf('chan-tamra'), /3 ตัวขึ้นไปได้ 8 รอบ/);
  assert.match(wordsOf('ruea-tamnan'), /3 ตัวขึ้นไปได้ 10 รอบ/);
  assert.match(wordsOf('lo-banthuek'), /3 ตัวได้ 8, 4 ตัวได้ 10, 5 ตัวได้ 12 รอบ/);
  assert.match(wordsOf('naga-river'), /3 ตัวได้ 10 รอบ/);
  for (const title of slotTitles) {
    const grants = Object.values(featureOf(title, 'freeSpins')?.grants ?? {});
    const isJoined = /ตัวขึ้นไปได้/.test(wordsOf(title.gameCode));
    assert.equal(isJoined, grants.length > 1 && grants.at(-1) === grants.at(-2), title.gameCode);
  }
});

test('states that rounds of one shoe depend on each other, and no other table', () => {
  for (const { gameCode, draw } of tableRules) {
    const words = wordsOf(gameCode);
    assert.equal(/รอบในขอนเดียวกันใช้ไพ่ชุดเดียวกันโดยไม่ใส่กลับ/.test(words), draw === 'shoe', gameCode);
  }
});

test('separates thousands in every number of the rules and of the report', () => {
  for (const gameCode of [...gameCodes, ...others]) {
    const report = (composeReport(gameCode) ?? '').replaceAll(/<[^>]*>|[0-9a-f]{64}/g, ' ');
    assert.doesNotMatch(wordsOf(gameCode), /(?<![\d.,])\d{4,}/, gameCode);
    assert.doesNotMatch(report, /(?<![\d.,])\d{4,}/, gameCode);
  }
});
