// Extracts the slip's QR text from a picture: checks the file, loads the reader, decodes in a worker.
//
// Always true: after its code is loaded it reads for at most eight seconds, and it can be cancelled at any time; the
// picture stays on the device. A failure is a slip error code of the contract, a file error, or a lost connection; a
// reader whose file a newer build has replaced throws (decision 0033).
//
// Elsewhere: decoding and the choice among several codes (slip-reader.worker.ts).

import { SLIP_IMAGE_BYTES_MAX } from '@chaba/contract/constraints';
import wasmUrl from 'zxing-wasm/reader/zxing_reader.wasm?url';

import { toTrustedScriptUrl } from '#lib/browser/trusted-script';

// oxlint-disable-next-line import/default -- Vite makes the address of the built worker
import workerUrl from './slip-reader.worker.ts?worker&url';
import type { SlipReadingResult, ReaderMessage } from './slip-reader.worker.ts';

export type { Frame, SlipReadingResult } from './slip-reader.worker.ts';

/** The browser decides which pictures it opens: HEIC in Safari, JPEG under any name. */
export const SLIP_TYPES = 'image/*';
const FILE_TYPE = /^(?:image\/.*|application\/octet-stream|binary\/octet-stream|)$/i;

const TIME_MS_MAX = 8_000;
/** The timeout of other code (ui/lazy-fallback.tsx). */
const CODE_MS_MAX = 15_000;

type Options = { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };

export async function readSlip(file: File, options: Options): Promise<SlipReadingResult> {
  // Some phones report no type or another one; the decoder then decides.
  if (!FILE_TYPE.test(file.type)) return { kind: 'bad_type' };
  if (file.size > SLIP_IMAGE_BYTES_MAX) return { kind: 'too_big' };

  // A worker that fails to start reports no reason, so its file is fetched first.
  if (!(await fetchFile(workerUrl))) return { kind: 'lost' };
  if (options.signal.aborted) return { kind: 'cancelled' };
  const worker = new Worker(toTrustedScriptUrl(workerUrl), { type: 'module' });
  return runWorker(worker, file, options).finally(() => worker.terminate());
}

function runWorker(worker: Worker, file: File, { signal, onProgress }: Options): Promise<SlipReadingResult> {
  return new Promise((resolve, reject) => {
    const startTimer = () => setTimeout(() => resolve({ kind: 'refused', code: 'SLIP_NO_QR' }), TIME_MS_MAX);
    let timer = startTimer();
    const sendWasm = (wasm: ArrayBuffer | undefined) => {
      if (!wasm) return resolve({ kind: 'lost' });
      timer = startTimer();
      worker.postMessage(wasm, [wasm]);
    };
    signal.addEventListener('abort', () => resolve({ kind: 'cancelled' }), { once: true });
    worker.addEventListener('error', () => reject(createGoneError(workerUrl)));
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
      if (data.kind === 'progress') return onProgress(data.share);
      clearTimeout(timer);
      if (data.kind === 'wants_wasm') void fetchFile(wasmUrl).then(sendWasm, reject);
      else resolve(data);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(file);
  });
}

/** Fetches a file that is not an import: undefined without a connection, an error when the build no longer has it. */
async function fetchFile(file: string): Promise<ArrayBuffer | undefined> {
  const response = await fetch(file, { signal: AbortSignal.timeout(CODE_MS_MAX) }).catch(() => undefined);
  // Some hosts respond to a missing file with the index page.
  const isPage = response?.ok && response.headers.get('content-type')?.startsWith('text/html');
  if (response?.status === 404 || isPage) throw createGoneError(file);
  return response?.ok ? response.arrayBuffer().catch(() => undefined) : undefined;
}

const createGoneError = (file: string): Error => new Error(file, { cause: 'gone' });
