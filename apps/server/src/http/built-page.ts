// The index page of the built web app, in memory. It is reloaded when the file changes, so a new build needs no
// restart.
//
// Always true: after the first load a page is always available. While the file is missing, unreadable or incomplete (a
// build in progress, a moved folder), the last complete page is sent and a warning is logged.

import * as fs from 'node:fs';
import path from 'node:path';

import type { FastifyBaseLogger } from 'fastify';

export type BuiltPage = {
  /** The current page, or the last complete one. */
  read(): Promise<string>;
};

const WARNED_EVERY_MS = 30_000;
const COMPLETE = /<\/html>\s*$/i;

/** Undefined if the folder has no build. */
export function openBuiltPage(
  root: string,
  log: FastifyBaseLogger,
  now: () => number = Date.now,
): BuiltPage | undefined {
  const file = path.join(root, 'index.html');
  if (!fs.existsSync(file)) return undefined;
  let changedMs = fs.statSync(file).mtimeMs;
  let page = fs.readFileSync(file, 'utf8');
  let warnedAt = Number.NEGATIVE_INFINITY;

  function warn(fields: object): void {
    if (now() - warnedAt < WARNED_EVERY_MS) return;
    warnedAt = now();
    log.warn(fields, 'built page cannot be read, the last one is sent');
  }

  return {
    async read() {
      try {
        const { mtimeMs } = await fs.promises.stat(file);
        if (mtimeMs === changedMs) return page;
        const text = await fs.promises.readFile(file, 'utf8');
        if (COMPLETE.test(text)) {
          changedMs = mtimeMs;
          page = text;
        } else warn({ reason: 'incomplete' });
      } catch (error) {
        warn({ err: error });
      }
      return page;
    },
  };
}
