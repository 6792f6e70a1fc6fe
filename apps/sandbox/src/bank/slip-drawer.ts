// Draws pictures of slips in a worker thread, because a picture takes the processor for about 200 ms.
//
// Always true: the worker starts with the first slip and draws one at a time. Callers of the same slip share one
// drawing; the last pictures are cached. A full queue rejects. A worker that fails rejects its queue, and the next slip
// starts another one.

import { Worker } from 'node:worker_threads';

import { failRequest } from '@chaba/sandbox-kit/http-error';

import type { DrawRequest, DrawResponse } from './slip-worker.ts';
import type { BankTransfer } from './transfers.store.ts';

export type SlipDrawer = {
  draw(transfer: BankTransfer): Promise<Uint8Array>;
  close(): Promise<void>;
};

const WAITING_MAX = 20;
const CACHED_MAX = 40;
const MEMORY_MAX_MB = 128;

type Waiting = { readonly resolve: (picture: Uint8Array) => void; readonly reject: (error: Error) => void };

export function createSlipDrawer(): SlipDrawer {
  const waiting = new Map<number, Waiting>();
  const pictures = new Map<string, Promise<Uint8Array>>();
  let worker: Worker | undefined;
  let lastId = 0;

  function start(): Worker {
    const started = new Worker(new URL('./slip-worker.ts', import.meta.url), {
      resourceLimits: { maxOldGenerationSizeMb: MEMORY_MAX_MB },
    });
    started.unref();
    started.on('message', ({ id, picture, error }: DrawResponse) => {
      const caller = waiting.get(id);
      waiting.delete(id);
      if (picture) caller?.resolve(picture);
      else caller?.reject(new Error(`a slip was not drawn: ${error}`));
    });
    // An exit follows each error.
    started.on('error', () => undefined);
    started.on('exit', () => {
      worker = undefined;
      for (const caller of waiting.values()) caller.reject(new Error('the worker of slips ended'));
      waiting.clear();
    });
    return started;
  }

  function request(transfer: BankTransfer): Promise<Uint8Array> {
    worker ??= start();
    lastId += 1;
    const id = lastId;
    return new Promise((resolve, reject) => {
      waiting.set(id, { resolve, reject });
      worker?.postMessage({ id, transfer } satisfies DrawRequest, []);
    });
  }

  return {
    draw(transfer) {
      const known = pictures.get(transfer.transRef);
      if (known) return known;
      if (waiting.size >= WAITING_MAX) {
        failRequest(503, 'BUSY', 'Too many slips are being drawn; try again in a moment.');
      }
      const picture = request(transfer);
      pictures.set(transfer.transRef, picture);
      picture.catch(() => pictures.delete(transfer.transRef));
      // A map iterates in the order of insertion.
      const [oldest] = pictures.keys();
      if (pictures.size > CACHED_MAX && oldest !== undefined) pictures.delete(oldest);
      return picture;
    },
    close: async () => {
      await worker?.terminate();
    },
  };
}
