// The site's theme, and the member's choice of dark or light mode and of looped letters.
//
// A theme is the name of a preset or an object with its own colour (interface of the configuration). Colours are
// validated, shifted until readable and set with style.setProperty, so no text of the server becomes CSS. An invalid
// theme falls back to the preset `gold`. The member's choices override the site's.
//
// Elsewhere: preset values (packages/ui/src/tokens.css), a site's own colours (brand-colours.ts), the first paint
// (public/first-paint.js).

import { useSyncExternalStore } from 'react';

import { isRecord, readText, remove, storageKeys, writeJson, writeText } from '#lib/browser/storage';
import { createSubscribers } from '#lib/react/subscribers';

const presets = ['gold', 'jade', 'sapphire', 'ruby'] as const;
type Preset = (typeof presets)[number];
export type ModeChoice = 'dark' | 'light' | 'auto';

const fonts = ['anuphan', 'noto', 'noto-looped'] as const;
type Font = (typeof fonts)[number];

/** Fields of a theme that override the preset (brand-colours.ts). */
const OWN = ['brand', 'accent', 'radius'] as const;

const changes = createSubscribers();
let siteTheme: unknown = 'gold';
let paintCount = 0;

export function applyTheme(theme: unknown): void {
  siteTheme = theme;
  paintTheme();
}

/** The member's choice; undefined if the site's mode applies. */
function getModeChoice(): ModeChoice | undefined {
  const stored = readText(storageKeys.mode);
  return stored === 'dark' || stored === 'light' || stored === 'auto' ? stored : undefined;
}

export function chooseMode(choice: ModeChoice | undefined): void {
  if (choice) writeText(storageKeys.mode, choice);
  else remove(storageKeys.mode);
  paintTheme();
  changes.notify();
}

export function useModeChoice(): ModeChoice {
  return useSyncExternalStore(changes.subscribe, () => getModeChoice() ?? 'dark');
}

/** Looped Thai letters, as taught in school. */
export function chooseLoopedLetters(isLooped: boolean): void {
  writeText(storageKeys.letters, isLooped ? 'looped' : 'plain');
  paintTheme();
  changes.notify();
}

export function useLoopedLetters(): boolean {
  return useSyncExternalStore(changes.subscribe, () => resolveFont(getThemeParts()['font']) === 'noto-looped');
}

function resolveFont(font: unknown): Font {
  const stored = readText(storageKeys.letters);
  if (stored === 'looped') return 'noto-looped';
  const siteFont = fonts.find((name) => name === font) ?? 'anuphan';
  return stored === 'plain' && siteFont === 'noto-looped' ? 'noto' : siteFont;
}

const getThemeParts = () => parseTheme(siteTheme);

export function parseTheme(theme: unknown): Readonly<Record<string, unknown>> {
  return isRecord(theme) ? theme : { preset: theme };
}

function paintTheme(): void {
  const theme = getThemeParts();
  const root = document.documentElement;
  const mode = resolveMode(getModeChoice() ?? theme['mode']);
  root.dataset['mode'] = mode;
  root.dataset['preset'] = resolvePreset(theme['preset']);
  root.dataset['letters'] = resolveFont(theme['font']);

  paintCount += 1;
  const turn = paintCount;
  if (OWN.every((name) => theme[name] === undefined)) return write({}, mode);
  // Loaded only for a site with its own colours. The first paint uses stored values or the server's.
  void import('./brand-colours.ts').then(
    ({ computeThemeValues }) => turn === paintCount && write(computeThemeValues(theme, mode), mode),
    () => undefined,
  );
  return undefined;
}

function write(values: Readonly<Record<string, string>>, mode: 'dark' | 'light'): void {
  const { style } = document.documentElement;
  const gone = [...style].filter((name) => name.startsWith('--') && values[name] === undefined);
  for (const name of gone) style.removeProperty(name);
  for (const [name, value] of Object.entries(values)) style.setProperty(name, value);
  // Stored for the next first paint, which cannot compute them.
  if (Object.keys(values).length > 0) writeJson(storageKeys.themeValues, { mode, values });
  else remove(storageKeys.themeValues);

  const background = getComputedStyle(document.documentElement).getPropertyValue('--bg').trim();
  document.querySelector<HTMLMetaElement>('meta[name="theme-color"]')?.setAttribute('content', background);
}

function resolvePreset(name: unknown): Preset {
  return presets.find((preset) => preset === name) ?? 'gold';
}

function resolveMode(choice: unknown): 'dark' | 'light' {
  if (choice === 'auto') return prefersLight?.matches ? 'light' : 'dark';
  return choice === 'light' ? 'light' : 'dark';
}

const prefersLight = globalThis.matchMedia?.('(prefers-color-scheme: light)');
prefersLight?.addEventListener('change', paintTheme);
