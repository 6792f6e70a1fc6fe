// Rendered pages: the built web app renders them in a worker thread (apps/web/src/app/render-worker.ts). Results are
// cached by address and configuration.
//
// Always true: a request waits for rendering for a limited time and never fails because of it; the plain page is the
// fallback. The main thread renders nothing, and an idle worker is ended.

import { createHash } from 'node:crypto';
import * as fs from 'node:fs';
import path from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Worker } from 'node:worker_threads';

import type { SiteConfiguration } from '@chaba/contract/site';
import type { Terms } from '@chaba/contract/terms';
import type { FastifyBaseLogger } from 'fastify';

type RenderInput = {
  readonly configuration: Partial<SiteConfiguration>;
  /** True if `configuration` is the complete site configuration. */
  readonly isWhole: boolean;
  /** Content of the terms page. */
  readonly terms?: Terms | undefined;
};
type CachedPage = { readonly page: Promise<string | undefined>; failedAt: number | undefined };
type Answer = { readonly id: number; readonly page?: string; readonly error?: unknown };

export type Prerenderer = {
  /** The prerendered page of a path; undefined: send the plain page. */
  getPage(pathname: string, known: RenderInput): Promise<string | undefined>;
  close(): Promise<void>;
};

const KEPT_MAX = 64;
/** A visitor gets the plain page after this time. */
const WAIT_MS = 3_000;
/** Delay before a failed page is rendered again. */
export const TRY_AGAIN_MS = 30_000;
const IDLE_MS = 30_000;
const MEMORY_MB = 96;
const FOLDER = '.screens';

export function createPrerenderer(
  root: string,
  log: FastifyBaseLogger,
  { now = Date.now, waitMs = WAIT_MS }: { readonly now?: () => number; readonly waitMs?: number } = {},
): Prerenderer {
  const kept = new Map<string, CachedPage>();
  let addresses = readAddresses(root);
  let addressesReadAt = now();
  let builtAt = getModifiedAt(root);
  let thread: Thread | undefined;

  function draw(address: string, known: RenderInput): Promise<string | undefined> {
    thread ??= startThread(root, () => {
      thread = undefined;
    });
    return Promise.race([thread.render(address, known), sleep(waitMs, undefined, { ref: false })]).catch(
      (error: unknown) => {
        log.warn({ err: error, address }, 'prerendering failed');
        return undefined;
      },
    );
  }

  function startRendering(address: string, known: RenderInput): CachedPage {
    const drawing: CachedPage = {
      page: draw(address, known).then((page) => {
        if (page === undefined) drawing.failedAt = now();
        return page;
      }),
      failedAt: undefined,
    };
    return drawing;
  }

  /** A failed page is retried after the delay, so a temporary failure does not last. */
  const ok = ({ failedAt }: CachedPage): boolean => failedAt === undefined || now() - failedAt < TRY_AGAIN_MS;

  return {
    async getPage(pathname, known) {
      // A new build has its own pages.
      const changed = getModifiedAt(root);
      const isRetryDue = addresses === undefined && now() - addressesReadAt >= TRY_AGAIN_MS;
      if (changed !== builtAt || isRetryDue) {
        addresses = readAddresses(root);
        addressesReadAt = now();
      }
      if (changed !== builtAt) {
        builtAt = changed;
        kept.clear();
        await thread?.end();
      }
      if (addresses === undefined) return undefined;
      const address = toAddress(addresses, pathname);
      const key = `${address} ${fingerprint(known)}`;
      const last = kept.get(key);
      const drawing = last && ok(last) ? last : startRendering(address, known);
      kept.delete(key);
      kept.set(key, drawing);
      const [oldest] = kept.keys();
      if (kept.size > KEPT_MAX && oldest !== undefined) kept.delete(oldest);
      return drawing.page;
    },
    close: async () => thread?.end(),
  };
}

/** All paths that are not prerendered share one page. */
function toAddress(addresses: readonly string[], pathname: string): string {
  if (addresses.includes(pathname)) return pathname;
  const parent = path.posix.dirname(pathname);
  return addresses.includes(`${parent}/*`) ? parent : '';
}

function fingerprint({ configuration, isWhole, terms }: RenderInput): string {
  return createHash('sha256')
    .update(JSON.stringify([configuration, isWhole, terms]))
    .digest('base64url');
}

function readAddresses(root: string): readonly string[] | undefined {
  try {
    return JSON.parse(fs.readFileSync(path.join(root, FOLDER, 'addresses.json'), 'utf8')) as readonly string[];
  } catch {
    return undefined;
  }
}

function getModifiedAt(root: string): number {
  return fs.statSync(path.join(root, 'index.html'), { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

type Thread = {
  readonly render: (address: string, known: RenderInput) => Promise<string | undefined>;
  readonly end: () => Promise<void>;
};

function startThread(root: string, onEnd: () => void): Thread {
  const worker = new Worker(path.join(root, FOLDER, 'worker.mjs'), {
    workerData: { root },
    resourceLimits: { maxOldGenerationSizeMb: MEMORY_MB },
  });
  // The worker does not keep the process alive.
  worker.unref();
  const waiting = new Map<number, PromiseWithResolvers<string | undefined>>();
  let requestCount = 0;
  const idle = setTimeout(() => void worker.terminate(), IDLE_MS).unref();

  worker.on('message', ({ id, page, error }: Answer) => {
    const question = waiting.get(id);
    waiting.delete(id);
    if (error === undefined) question?.resolve(page);
    else question?.reject(error);
  });
  worker.on('error', (error) => {
    for (const question of waiting.values()) question.reject(error);
    waiting.clear();
  });
  worker.on('exit', () => {
    clearTimeout(idle);
    for (const question of waiting.values()) question.resolve(undefined);
    onEnd();
  });

  return {
    render(address, { configuration, isWhole, terms }) {
      const question = Promise.withResolvers<string | undefined>();
      requestCount += 1;
      waiting.set(requestCount, question);
      idle.refresh();
      worker.postMessage({ id: requestCount, address, known: configuration, isWhole, terms }, []);
      return question.promise;
    },
    end: async () => void (await worker.terminate()),
  };
}
