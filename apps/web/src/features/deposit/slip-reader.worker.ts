// Reads the QR codes of a slip in a worker: the picture stays on the phone, only the decoded text is sent.
//
//     picture ─▶ at most 1600 px ─▶ no code? full size ─▶ no code? its quarters, lower right first
//
// Always true: one picture, one result, then the page terminates this worker, which fetches nothing itself. The
// browser's detector is tried first if available; zxing's wasm is requested from the page only when needed.
//
// Elsewhere: time limit and failed loads (slip-reader.ts), the format of a slip's text (contract).

import { decodeSlipQr, toSlipErrorCode, type SlipQrErrorCode } from '@chaba/contract/slip-qr';
import { prepareZXingModule, readBarcodes, type ReadResult } from 'zxing-wasm/reader';

/** In fractions of the picture. */
export type Frame = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

export type SlipReadingResult =
  | { readonly kind: 'slip'; readonly barcode: string; readonly frame: Frame }
  | { readonly kind: 'refused'; readonly code: SlipQrErrorCode }
  | { readonly kind: 'bad_type' }
  | { readonly kind: 'too_big' }
  | { readonly kind: 'lost' }
  | { readonly kind: 'cancelled' };

/** Messages of the worker: progress repeatedly, a request for the wasm at most once, then the result. */
export type ReaderMessage =
  | { readonly kind: 'progress'; readonly share: number }
  | { readonly kind: 'wants_wasm' }
  | SlipReadingResult;

type FoundCode = { readonly text: string; readonly frame: Frame };
type Detector = { readonly detect: (image: ImageData) => Promise<readonly DetectedCode[]> };
type DetectedCode = { readonly rawValue: string; readonly boundingBox: DOMRectReadOnly };
type DetectorMaker = new (options: { readonly formats: readonly string[] }) => Detector;
type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

const EDGE_PX_FIRST = 1600;
/** Larger than any phone's pictures; a larger picture is scaled down to bound memory. */
const EDGE_PX_MAX = 4600;
const QUARTER = 0.56;
const CODES_MAX = 4;

const corners: readonly Part[] = [
  { left: 1 - QUARTER, top: 1 - QUARTER, width: QUARTER, height: QUARTER },
  { left: 0, top: 1 - QUARTER, width: QUARTER, height: QUARTER },
  { left: 1 - QUARTER, top: 0, width: QUARTER, height: QUARTER },
  { left: 0, top: 0, width: QUARTER, height: QUARTER },
];
const whole: Part = { left: 0, top: 0, width: 1, height: 1 };

receiveMessage<Blob>()
  .then(read)
  .then(post, () => post({ kind: 'refused', code: 'SLIP_NO_QR' }));

function receiveMessage<Data>(): Promise<Data> {
  return new Promise((resolve) => {
    globalThis.addEventListener('message', ({ data }: MessageEvent<Data>) => resolve(data), { once: true });
  });
}

function post(message: ReaderMessage): void {
  // oxlint-disable-next-line unicorn/require-post-message-target-origin -- its only listener is the page
  globalThis.postMessage(message);
}

async function read(file: Blob): Promise<SlipReadingResult> {
  let picture: ImageBitmap;
  try {
    picture = await createImageBitmap(file);
  } catch {
    return { kind: 'bad_type' };
  }
  post({ kind: 'progress', share: 0.2 });

  const edge = Math.max(picture.width, picture.height);
  const first = await detect(picture, whole, EDGE_PX_FIRST);
  if (first.length > 0) return selectSlipCode(first);
  post({ kind: 'progress', share: 0.5 });

  if (edge > EDGE_PX_FIRST) {
    const full = await detect(picture, whole, EDGE_PX_MAX);
    if (full.length > 0) return selectSlipCode(full);
  }
  for (const [index, corner] of corners.entries()) {
    post({ kind: 'progress', share: 0.7 + index * 0.06 });
    const codes = await detect(picture, corner, EDGE_PX_MAX);
    if (codes.length > 0) return selectSlipCode(codes);
  }
  return selectSlipCode([]);
}

/** Returns the first code that is a slip; a picture can also contain an advertisement's code. */
function selectSlipCode(codes: readonly FoundCode[]): SlipReadingResult {
  let code: SlipQrErrorCode = 'SLIP_NO_QR';
  for (const { text, frame } of codes.toReversed()) {
    const reading = decodeSlipQr(text);
    if (reading.ok) return { kind: 'slip', barcode: text, frame };
    code = toSlipErrorCode(reading.problem);
  }
  return { kind: 'refused', code };
}

/** Decodes the codes of a region, given in fractions of the picture. */
async function detect(picture: ImageBitmap, part: Part, edgeMax: number): Promise<FoundCode[]> {
  const [width, height] = [picture.width * part.width, picture.height * part.height];
  const scale = Math.min(1, edgeMax / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return [];
  pen.imageSmoothingQuality = 'high';
  const [left, top] = [picture.width * part.left, picture.height * part.top];
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  const pixels = pen.getImageData(0, 0, canvas.width, canvas.height);

  const native = await detectWithBrowser(pixels);
  const codes = native.length > 0 ? native : await detectWithZxing(pixels);
  return codes.map(({ text, frame }) => ({
    text,
    frame: {
      left: part.left + (frame.left / canvas.width) * part.width,
      top: part.top + (frame.top / canvas.height) * part.height,
      width: (frame.width / canvas.width) * part.width,
      height: (frame.height / canvas.height) * part.height,
    },
  }));
}

async function detectWithBrowser(pixels: ImageData): Promise<FoundCode[]> {
  const { BarcodeDetector } = globalThis as { readonly BarcodeDetector?: DetectorMaker };
  if (!BarcodeDetector) return [];
  try {
    const found = await new BarcodeDetector({ formats: ['qr_code'] }).detect(pixels);
    return found.map(({ rawValue, boundingBox }) => ({ text: rawValue, frame: boundingBox }));
  } catch {
    // Some systems expose the API without the detection service.
    return [];
  }
}

let isPrepared = false;

async function detectWithZxing(pixels: ImageData): Promise<FoundCode[]> {
  if (!isPrepared) prepareZXingModule({ overrides: { wasmBinary: await requestWasm() } });
  isPrepared = true;
  const found = await readBarcodes(pixels, { formats: ['QRCode'], tryHarder: true, maxNumberOfSymbols: CODES_MAX });
  return found.filter(({ text }) => text !== '').map(toFound);
}

function requestWasm(): Promise<ArrayBuffer> {
  post({ kind: 'wants_wasm' });
  return receiveMessage();
}

function toFound({ text, position }: ReadResult): FoundCode {
  const points = [position.topLeft, position.topRight, position.bottomRight, position.bottomLeft];
  const left = Math.min(...points.map(({ x }) => x));
  const top = Math.min(...points.map(({ y }) => y));
  const width = Math.max(...points.map(({ x }) => x)) - left;
  const height = Math.max(...points.map(({ y }) => y)) - top;
  return { text, frame: { left, top, width, height } };
}
