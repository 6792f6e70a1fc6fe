import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { test } from 'node:test';
import { fileURLToPath } from 'node:url';

import { computeColours, computeContrast, CONTRAST_TEXT, parseHex, surfaces, type Rgb } from './brand-colours.ts';

const black: Rgb = [0, 0, 0];
const rgb = (hex: string | undefined): Rgb => parseHex(hex ?? '') ?? black;

test('makes any brand colour readable as text and below its ink, in dark and light mode', () => {
  for (let step = 0; step < 240; step++) {
    const brand: Rgb = [(step * 53) % 256, (step * 101) % 256, (step * 197) % 256];
    for (const mode of ['dark', 'light'] as const) {
      const colours = computeColours(brand, mode);
      const on = rgb(colours['--on-brand']);
      const readings = {
        text: computeContrast(rgb(colours['--brand-text']), surfaces[mode]),
        high: computeContrast(on, rgb(colours['--brand-hi'])),
        low: computeContrast(on, rgb(colours['--brand-lo'])),
      };
      for (const [name, ratio] of Object.entries(readings)) {
        assert.ok(ratio >= CONTRAST_TEXT - 0.05, `${brand.join(' ')} ${mode} ${name}: ${ratio}`);
      }
    }
  }
});

test('keeps every preset of the stylesheet readable in the same way', () => {
  const sheet = readFileSync(fileURLToPath(import.meta.resolve('@chaba/ui/tokens.css')), 'utf8');
  const base = variablesOf(sheet, ':root');
  const light = variablesOf(sheet, '[data-mode="light"]');
  for (const preset of ['gold', 'jade', 'sapphire', 'ruby']) {
    const own = variablesOf(sheet, `[data-preset="${preset}"]`);
    const dark = { ...base, ...own };
    const bright = { ...dark, ...light, ...variablesOf(sheet, `[data-mode="light"][data-preset="${preset}"]`) };
    for (const [mode, colours] of Object.entries({ dark, bright })) {
      const pairs = [
        ['--on-brand', '--brand-hi'],
        ['--on-brand', '--brand-lo'],
        ['--brand-text', '--surface-1'],
        ['--brand-text', '--card-a'],
        ['--text-2', '--card-a'],
        ['--text-3', '--surface-2'],
        ['--text-2', '--bg'],
        ['--danger', '--surface-1'],
        ['--success', '--surface-1'],
        ['--warning', '--surface-1'],
        ['--accent', '--bg'],
      ] as const;
      for (const [front, back] of pairs) {
        const ratio = computeContrast(rgb(colours[front]), rgb(colours[back]));
        assert.ok(ratio >= CONTRAST_TEXT, `${preset} ${mode} ${front} on ${back}: ${ratio.toPrecision(3)}`);
      }
    }
  }
});

function variablesOf(sheet: string, selector: string): Record<string, string> {
  const start = sheet.indexOf(`${selector} {`);
  if (start < 0) return {};
  const block = sheet.slice(start, sheet.indexOf('}', start));
  return Object.fromEntries(
    [...block.matchAll(/(--[\w-]+):\s*(#[\da-f]{6});/gi)].map(([, name = '', hex = '']) => [name, hex]),
  );
}
