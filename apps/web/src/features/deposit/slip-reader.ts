// From a picture to the text of its slip QR: checks the file, fetches the reader, lets it read in a worker.
//
// Always true: once its code has come it reads for eight seconds at most, and it can be cancelled at any moment; the
// picture never leaves the device. Every no is one of the contract's refusals, one of the two about the file, or that the reader
// was lost on the line; a reader that is gone with an older build fails (decision 0033).
//
// Elsewhere: the reading itself and the choice among several codes (slip-reader.worker.ts).

import { SLIP_IMAGE_BYTES_MAX } from '@chaba/contract/constraints';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { trustedScriptUrl } from '#lib/trusted-script';

// oxlint-disable-next-line import/default -- Vite makes the address of the built worker
import workerUrl from './slip-reader.worker.ts?worker&url';
import type { SlipReadingResult, ReaderMessage } from './slip-reader.worker.ts';

export type { Frame, SlipReadingResult } from './slip-reader.worker.ts';

export const SLIP_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

const TIME_MS_MAX = 8_000;
/** As long as other code is waited for (ui/lazy-fallback.tsx). */
const CODE_MS_MAX = 15_000;

type Options = { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };

export async function readSlip(file: File, options: Options): Promise<SlipReadingResult> {
  // Some phones give no type at all; then the picture itself decides.
  if (file.type !== '' && !SLIP_TYPES.includes(file.type)) return { kind: 'bad_type' };
  if (file.size > SLIP_IMAGE_BYTES_MAX) return { kind: 'too_big' };

  // A worker that does not start never says why.
  if (!(await bring(workerUrl))) return { kind: 'lost' };
  if (options.signal.aborted) return { kind: 'cancelled' };
  const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
  return answerOf(worker, file, options).finally(() => worker.terminate());
}

function answerOf(worker: Worker, file: File, { signal, onProgress }: Options): Promise<SlipReadingResult> {
  return new Promise((resolve, reject) => {
    const giveUpLater = () => setTimeout(() => resolve({ kind: 'refused', code: 'SLIP_NO_QR' }), TIME_MS_MAX);
    let timer = giveUpLater();
    const giveWasm = (wasm: ArrayBuffer | undefined) => {
      if (!wasm) return resolve({ kind: 'lost' });
      timer = giveUpLater();
      worker.postMessage(wasm, [wasm]);
    };
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    worker.addEventListener('error', () => reject(gone(workerUrl)));
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
      if (data.kind === 'progress') return onProgress(data.share);
      clearTimeout(timer);
      if (data.kind === 'wants_wasm') void bring(wasmUrl).then(giveWasm, reject);
      else resolve(data);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(file);
  });
}

/**
 * What is no import is fetched here, and told apart: nothing for want of a connection, a failure
 * when it is gone.
 */
async function bring(file: string): Promise<ArrayBuffer | undefined> {
  const answer = await fetch(file, { signal: AbortSignal.timeout(CODE_MS_MAX) }).catch(() => undefined);
  // Not every host says that it has a file no longer: some answer with the first page.
  const isPage = answer?.ok && answer.headers.get('content-type')?.startsWith('text/html');
  if (answer?.status === 404 || isPage) throw gone(file);
  return answer?.ok ? answer.arrayBuffer().catch(() => undefined) : undefined;
}

const gone = (file: string): Error => new Error(file, { cause: 'gone' });
