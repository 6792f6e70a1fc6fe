// Run by first-screen.ts in a process of its own, because the modules of the site believe to be in a browser and some of
// them keep clocks running: prints what the drawing at the given address draws, as JSON.

import { writeSync } from 'node:fs';

// The little that modules of the site ask the browser when they are loaded.
Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  document: { querySelector: () => null },
});

const drawing = (await import(process.argv[2] ?? '')) as { readonly firstScreens: () => unknown };
writeSync(1, JSON.stringify(drawing.firstScreens()));
process.exit(0);
