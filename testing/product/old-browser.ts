// The oldest promised phones, simulated: the current Chromium without the functions that they lack.
//
// Always true: the list comes from the data of the check (browser-support.ts), not from the uses in our code.
// Syntax and style sheets cannot be removed; the check and the build are responsible for them.

import type { BrowserContext } from 'playwright-core';

import { loadBrowserData } from './browser-support.ts';

import { BROWSERS } from '@chaba/web/lib/browser/promised-browsers';

type Young = { readonly owner: string; readonly name: string; readonly isStatic: boolean };
type Removal = { readonly members: readonly Young[]; readonly globals: readonly string[] };

/** Playwright waits by the first; Chromium enforces the policy of trusted types, which older browsers do not know. */
const KEPT = /^(?:Element\.checkVisibility|(?:Window\.)?trustedTypes|Trusted\w+\.\w+)$/;

/** Removes the functions in every page, frame and worker of the context. */
export async function removeYoungFunctions(context: BrowserContext): Promise<void> {
  const { youngMembers, youngGlobals } = loadBrowserData(BROWSERS, { isOfPhones: true });
  const removal: Removal = {
    members: youngMembers
      .filter(({ owner, name }) => !KEPT.test(`${owner}.${name}`))
      .map(({ owner, name, isStatic }) => ({ owner, name, isStatic })),
    globals: youngGlobals.filter((name) => !KEPT.test(name)),
  };
  await context.addInitScript(remove, removal);
  await context.route(/\.worker-[^/]*\.js$/, async (route) => {
    const response = await route.fetch();
    const code = `(${remove.toString()})(${JSON.stringify(removal)});\n${await response.text()}`;
    await route.fulfill({ response, body: code });
  });
}

/** Runs in the page. */
function remove({ members, globals }: Removal): void {
  const toKey = (name: string): string | symbol =>
    name.startsWith('@@') ? (Symbol as unknown as Record<string, symbol>)[name.slice(2)]! : name;
  const drop = (holder: unknown, key: string | symbol): void => {
    if (typeof holder === 'object' || typeof holder === 'function') Reflect.deleteProperty(holder ?? {}, key);
  };
  for (const { owner, name, isStatic } of members) {
    const path = owner.split('.');
    const found = path.reduce<unknown>((at, part) => (at as Record<string, unknown>)?.[part], globalThis);
    const holder = isStatic ? found : (found as { prototype?: unknown } | undefined)?.prototype;
    drop(holder, toKey(name));
  }
  for (const name of globals) drop(globalThis, name);
}
