// The brand's theme and the member's own choice of dark or light and of looped letters.
//
// A theme is a preset's name or an object with a brand colour of its own (interface of the
// configuration). Colours are checked and shifted until they read, then written as variables with
// style.setProperty: no text of the server ever becomes CSS. Whatever is wrong with a theme, the
// preset `gold` stands in. The member's choices beat the brand's.
//
// Elsewhere: the values of the presets (styles/tokens.css), what runs before the first paint
// (public/first-paint.js).

import { useSyncExternalStore } from 'react';

import { brandColours, brandVariables, CONTRAST_TEXT, surfaces } from './brand-colours.ts';
import { parseHex, readableOn, toHex } from './contrast.ts';
import { isRecord, readText, remove, storageKeys, writeJson, writeText } from './storage.ts';
import { subscribers } from './subscribers.ts';

const presets = ['gold', 'jade', 'sapphire', 'ruby'] as const;
type Preset = (typeof presets)[number];
export type ModeChoice = 'dark' | 'light' | 'auto';

const fonts = ['anuphan', 'noto', 'noto-looped'] as const;
type Font = (typeof fonts)[number];

const RADII = { sharp: 0.5, soft: 1, round: 1.35 } as const;

const changes = subscribers();
let brandTheme: unknown = 'gold';

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

  const values = valuesOf(theme, mode);
  for (const name of [...brandVariables, '--accent', '--radius-scale']) {
    const value = values[name];
    if (value === undefined) root.style.removeProperty(name);
    else root.style.setProperty(name, value);
  }
  // For the next first paint, which cannot compute them.
  if (Object.keys(values).length > 0) writeJson(storageKeys.themeValues, { mode, values });
  else remove(storageKeys.themeValues);

  const background = getComputedStyle(root).getPropertyValue('--bg').trim();
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', background);
}

/** What a theme changes of its preset: colours shifted until they read, and how round corners are. */
export function valuesOf(theme: Readonly<Record<string, unknown>>, mode: 'dark' | 'light'): Record<string, string> {
  const brand = typeof theme['brand'] === 'string' ? parseHex(theme['brand']) : undefined;
  const accent = typeof theme['accent'] === 'string' ? parseHex(theme['accent']) : undefined;
  const radius = Object.entries(RADII).find(([name]) => name === theme['radius'])?.[1];
  return {
    ...(brand && brandColours(brand, mode)),
    ...(accent && { '--accent': toHex(readableOn(accent, surfaces[mode], CONTRAST_TEXT)) }),
    ...(radius !== undefined && { '--radius-scale': String(radius) }),
  };
}

function presetOf(name: unknown): Preset {
  return presets.find((preset) => preset === name) ?? 'gold';
}

function resolveMode(choice: unknown): 'dark' | 'light' {
  if (choice === 'auto') return prefersLight.matches ? 'light' : 'dark';
  return choice === 'light' ? 'light' : 'dark';
}

const prefersLight = globalThis.matchMedia('(prefers-color-scheme: light)');
prefersLight.addEventListener('change', paint);
