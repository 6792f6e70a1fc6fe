// From a picture to the text of its slip QR: checks the file, lets a worker read it, chooses among several codes.
//
// Always true: it takes eight seconds at most and can be cancelled at any moment; the picture never leaves the device. Every
// no is one of the contract's refusals or one of the two about the file.
//
// Elsewhere: the reading itself (slip-reader.worker.ts).

import { SLIP_IMAGE_BYTES_MAX } from '@chaba/contract/limits';
import type { SlipReadingCode } from '@chaba/contract/slip-qr';

import { trustedScriptUrl } from '#lib/trusted-script';
import { untilLoaded } from '#lib/until-loaded';

// oxlint-disable-next-line import/default -- Vite makes the address of the built worker
import workerUrl from './slip-reader.worker.ts?worker&url';

/** In fractions of the picture. */
export type Frame = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };
export type FoundCode = { readonly text: string; readonly frame: Frame };

/** What the worker says, in this order: progress any number of times, then one of the others. */
export type ReaderMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'found'; readonly codes: readonly FoundCode[] }
  | { readonly kind: 'none' }
  | { readonly kind: 'not_a_picture' }
  | { readonly kind: 'failed' };

export type SlipReadingResult =
  | { readonly kind: 'slip'; readonly barcode: string; readonly frame: Frame }
  | { readonly kind: 'refused'; readonly code: SlipReadingCode }
  | { readonly kind: 'bad_type' }
  | { readonly kind: 'too_big' }
  | { readonly kind: 'cancelled' };

export const SLIP_TYPES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

const TIME_MS_MAX = 8_000;

type Options = { readonly signal: AbortSignal; readonly onProgress: (share: number) => void };

export async function readSlip(file: File, options: Options): Promise<SlipReadingResult> {
  // Some phones give no type at all; then the picture itself decides.
  if (file.type !== '' && !SLIP_TYPES.includes(file.type)) return { kind: 'bad_type' };
  if (file.size > SLIP_IMAGE_BYTES_MAX) return { kind: 'too_big' };

  const answer = await askWorker(file, options);
  switch (answer.kind) {
    case 'cancelled':
      return answer;
    case 'not_a_picture':
      return { kind: 'bad_type' };
    case 'found':
      return chosen(answer.codes);
    case 'none':
    case 'failed':
    case 'progress':
      return { kind: 'refused', code: 'SLIP_NO_QR' };
  }
}

/** The first code that is a slip; a picture may show an advertisement's code too. What tells them apart comes with a picture. */
async function chosen(codes: readonly FoundCode[]): Promise<SlipReadingResult> {
  const { decodeSlipQr, refusalOfProblem } = await untilLoaded(() => import('@chaba/contract/slip-qr'));
  let code: SlipReadingCode = 'SLIP_NO_QR';
  for (const { text, frame } of codes.toReversed()) {
    const reading = decodeSlipQr(text);
    if (reading.ok) return { kind: 'slip', barcode: text, frame };
    code = refusalOfProblem(reading.problem);
  }
  return { kind: 'refused', code };
}

function askWorker(file: File, { signal, onProgress }: Options): Promise<ReaderMessage | { kind: 'cancelled' }> {
  return new Promise((resolve) => {
    const worker = new Worker(trustedScriptUrl(workerUrl), { type: 'module' });
    const end = (message: ReaderMessage | { kind: 'cancelled' }) => {
      clearTimeout(timer);
      worker.terminate();
      resolve(message);
    };
    const timer = setTimeout(() => end({ kind: 'none' }), TIME_MS_MAX);
    signal.addEventListener('abort', () => end({ kind: 'cancelled' }), { once: true });
    worker.addEventListener('error', () => end({ kind: 'failed' }));
    worker.addEventListener('message', ({ data }: MessageEvent<ReaderMessage>) => {
      if (data.kind === 'progress') onProgress(data.share);
      else end(data);
    });
    // oxlint-disable-next-line unicorn/require-post-message-target-origin -- a worker has no origin to name
    worker.postMessage(file);
  });
}
