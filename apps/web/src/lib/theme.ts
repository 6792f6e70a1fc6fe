// The brand's theme and the member's own choice of dark or light and of looped letters.
//
// A theme is a preset's name or an object with a brand colour of its own (interface of the
// configuration). Colours are checked and shifted until they read, then written as variables with
// style.setProperty: no text of the server ever becomes CSS. Whatever is wrong with a theme, the
// preset `gold` stands in. The member's choices beat the brand's.
//
// Elsewhere: the values of the presets (styles/tokens.css), what a brand's own colours come to (brand-colours.ts), what runs
// before the first paint (public/first-paint.js).

import { useSyncExternalStore } from 'react';

import { isRecord, readText, remove, storageKeys, writeJson, writeText } from './storage.ts';
import { subscribers } from './subscribers.ts';

const presets = ['gold', 'jade', 'sapphire', 'ruby'] as const;
type Preset = (typeof presets)[number];
export type ModeChoice = 'dark' | 'light' | 'auto';

const fonts = ['anuphan', 'noto', 'noto-looped'] as const;
type Font = (typeof fonts)[number];

/** What of a theme is no preset's (brand-colours.ts). */
const OWN = ['brand', 'accent', 'radius'] as const;

const changes = subscribers();
let brandTheme: unknown = 'gold';
let painted = 0;

export function applyTheme(theme: unknown): void {
  brandTheme = theme;
  paint();
}

/** The member's own choice; undefined leaves it to the brand. */
function modeChoice(): ModeChoice | undefined {
  const kept = readText(storageKeys.mode);
  return kept === 'dark' || kept === 'light' || kept === 'auto' ? kept : undefined;
}

export function chooseMode(choice: ModeChoice | undefined): void {
  if (choice) writeText(storageKeys.mode, choice);
  else remove(storageKeys.mode);
  paint();
  changes.notify();
}

export function useModeChoice(): ModeChoice {
  return useSyncExternalStore(changes.subscribe, () => modeChoice() ?? 'dark');
}

/** Letters with loops: easier to read for whoever learned to read with them. */
export function chooseLoopedLetters(isLooped: boolean): void {
  writeText(storageKeys.letters, isLooped ? 'looped' : 'plain');
  paint();
  changes.notify();
}

export function useLoopedLetters(): boolean {
  return useSyncExternalStore(changes.subscribe, () => fontOf(themeParts()['font']) === 'noto-looped');
}

function fontOf(font: unknown): Font {
  const kept = readText(storageKeys.letters);
  if (kept === 'looped') return 'noto-looped';
  const brand = fonts.find((name) => name === font) ?? 'anuphan';
  return kept === 'plain' && brand === 'noto-looped' ? 'noto' : brand;
}

const themeParts = () => partsOf(brandTheme);

export function partsOf(theme: unknown): Readonly<Record<string, unknown>> {
  return isRecord(theme) ? theme : { preset: theme };
}

function paint(): void {
  const theme = themeParts();
  const root = document.documentElement;
  const mode = resolveMode(modeChoice() ?? theme['mode']);
  root.dataset['mode'] = mode;
  root.dataset['preset'] = presetOf(theme['preset']);
  root.dataset['letters'] = fontOf(theme['font']);

  painted += 1;
  const turn = painted;
  if (OWN.every((name) => theme[name] === undefined)) return write({}, mode);
  // Most brands have a preset's look. The first paint has these values from the last time or from the server.
  void import('./brand-colours.ts').then(
    ({ valuesOf }) => turn === painted && write(valuesOf(theme, mode), mode),
    () => undefined,
  );
  return undefined;
}

function write(values: Readonly<Record<string, string>>, mode: 'dark' | 'light'): void {
  const { style } = document.documentElement;
  const gone = [...style].filter((name) => name.startsWith('--') && values[name] === undefined);
  for (const name of gone) style.removeProperty(name);
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
  // For the next first paint, which cannot compute them.
  if (Object.keys(values).length > 0) writeJson(storageKeys.themeValues, { mode, values });
  else remove(storageKeys.themeValues);

  const background = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim();
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', background);
}

function presetOf(name: unknown): Preset {
  return presets.find((preset) => preset === name) ?? 'gold';
}

function resolveMode(choice: unknown): 'dark' | 'light' {
  if (choice === 'auto') return prefersLight?.matches ? 'light' : 'dark';
  return choice === 'light' ? 'light' : 'dark';
}

const prefersLight = globalThis.matchMedia?.('(prefers-color-scheme: light)');
prefersLight?.addEventListener('change', paint);
