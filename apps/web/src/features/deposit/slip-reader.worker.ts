// Reads the QR codes of a slip in a worker: the picture stays on the phone, only the decoded text is sent.
//
//     picture ─▶ at most 1600 px ─▶ no slip? full size ─▶ strips of a long one ─▶ quarters ─▶ on black
//
// Always true: one picture, one result, then the page terminates this worker, which fetches nothing itself. Another
// code (a friend's, a payment) ends no search, and is named only when no slip is found. The browser's detector is tried
// first if available; zxing's wasm is requested from the page only when needed.
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
/** One search: a part of the picture, its longest edge, and the colour behind it. */
type Pass = { readonly part: Part; readonly edgeMax: number; readonly background?: string };
type Part = { readonly left: number; readonly top: number; readonly width: number; readonly height: number };

const EDGE_PX_FIRST = 1600;
/** Larger than any phone's pictures; a larger picture is scaled down to bound memory. */
const EDGE_PX_MAX = 4600;
const QUARTER = 0.56;
const CODES_MAX = 8;
/** Height of a strip in widths, and the part that two strips share: more than a QR code of a slip. */
const STRIP_RATIO = 1.5;
const STRIP_OVERLAP = 0.4;
const STRIPS_MAX = 12;
/** Within the time of the page (slip-reader.ts), so that other codes are named. */
const PASSES_MS_MAX = 6_500;

const corners: readonly Part[] = [
  { left: 1 - QUARTER, top: 1 - QUARTER, width: QUARTER, height: QUARTER },
  { left: 0, top: 1 - QUARTER, width: QUARTER, height: QUARTER },
  { left: 1 - QUARTER, top: 0, width: QUARTER, height: QUARTER },
  { left: 0, top: 0, width: QUARTER, height: QUARTER },
];
const whole: Part = { left: 0, top: 0, width: 1, height: 1 };

/** The first bytes of picture files; a file of another kind is opened by its own type. */
const signatures: readonly { readonly type: string; readonly at: number; readonly bytes: readonly number[] }[] = [
  { type: 'image/jpeg', at: 0, bytes: [0xff, 0xd8, 0xff] },
  { type: 'image/png', at: 0, bytes: [0x89, 0x50, 0x4e, 0x47] },
  { type: 'image/webp', at: 8, bytes: [0x57, 0x45, 0x42, 0x50] },
  { type: 'image/heic', at: 4, bytes: [0x66, 0x74, 0x79, 0x70, 0x68, 0x65] },
  { type: 'image/heif', at: 4, bytes: [0x66, 0x74, 0x79, 0x70, 0x6d] },
];

/** Of several codes without a slip, the one that tells most is named. */
const namedFirst: readonly SlipQrErrorCode[] = ['SLIP_UNREADABLE', 'SLIP_IS_PAYMENT_QR', 'NOT_A_SLIP'];

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
    picture = await openPicture(file);
  } catch {
    return { kind: 'bad_type' };
  }
  const endsAt = performance.now() + PASSES_MS_MAX;
  const passes = listPasses(picture);
  const others: SlipQrErrorCode[] = [];
  for (const [index, pass] of passes.entries()) {
    post({ kind: 'progress', share: 0.2 + (0.75 * index) / passes.length });
    const reading = await readPass(picture, pass);
    if (reading.kind === 'slip') return reading;
    others.push(...reading.others);
    if (performance.now() > endsAt) break;
  }
  return { kind: 'refused', code: namedFirst.find((code) => others.includes(code)) ?? 'SLIP_NO_QR' };
}

/** A phone may name a picture by the wrong type, so its first bytes decide. */
async function openPicture(file: Blob): Promise<ImageBitmap> {
  const first = new Uint8Array(await file.slice(0, 12).arrayBuffer());
  const type = signatures.find(({ bytes, at }) => bytes.every((byte, place) => first[at + place] === byte))?.type;
  return createImageBitmap(type === undefined || type === file.type ? file : new Blob([file], { type }));
}

/** Reduced, whole, in strips of its length, by quarters; a transparent picture also on black. */
function listPasses({ width, height }: ImageBitmap): Pass[] {
  const passes: Pass[] = [{ part: whole, edgeMax: EDGE_PX_FIRST }];
  if (Math.max(width, height) > EDGE_PX_FIRST) passes.push({ part: whole, edgeMax: EDGE_PX_MAX });
  for (const part of [...listStrips(width, height), ...corners]) passes.push({ part, edgeMax: EDGE_PX_MAX });
  return [...passes, ...passes.slice(0, 2).map((pass) => ({ ...pass, background: '#000' }))];
}

/** Overlapping parts of a long picture, the last one first: in a chat the newest slip is below. */
function listStrips(width: number, height: number): Part[] {
  const [short, long] = [Math.min(width, height), Math.max(width, height)];
  const size = (short * STRIP_RATIO) / long;
  if (size > 0.7) return [];
  const count = Math.min(STRIPS_MAX, Math.ceil((1 - size) / (size * (1 - STRIP_OVERLAP))) + 1);
  return Array.from({ length: count }, (_, index) => {
    const from = ((1 - size) * (count - 1 - index)) / (count - 1);
    return height >= width
      ? { left: 0, top: from, width: 1, height: size }
      : { left: from, top: 0, width: size, height: 1 };
  });
}

type PassReading = Extract<SlipReadingResult, { kind: 'slip' }> | { kind: 'none'; others: SlipQrErrorCode[] };

/** The slip in a part of the picture, by the browser's detector or by zxing; else what its other codes are. */
async function readPass(picture: ImageBitmap, pass: Pass): Promise<PassReading> {
  const canvas = drawPart(picture, pass);
  const pixels = canvas?.getContext('2d')?.getImageData(0, 0, canvas.width, canvas.height);
  const others: SlipQrErrorCode[] = [];
  if (!pixels) return { kind: 'none', others };
  for (const detect of [detectWithBrowser, detectWithZxing]) {
    for (const { text, frame } of (await detect(pixels)).toReversed()) {
      const reading = decodeSlipQr(text);
      if (reading.ok) return { kind: 'slip', barcode: text, frame: toPictureFrame(frame, pass.part, pixels) };
      others.push(toSlipErrorCode(reading.problem));
    }
  }
  return { kind: 'none', others };
}

/** Without a background, the black modules of a transparent picture would stand on black. */
function drawPart(picture: ImageBitmap, { part, edgeMax, background = '#fff' }: Pass): OffscreenCanvas | undefined {
  const [width, height] = [picture.width * part.width, picture.height * part.height];
  const scale = Math.min(1, edgeMax / Math.max(width, height));
  const canvas = new OffscreenCanvas(Math.max(1, Math.round(width * scale)), Math.max(1, Math.round(height * scale)));
  const pen = canvas.getContext('2d', { willReadFrequently: true });
  if (!pen) return undefined;
  pen.fillStyle = background;
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.imageSmoothingQuality = 'high';
  const [left, top] = [picture.width * part.left, picture.height * part.top];
  pen.drawImage(picture, left, top, width, height, 0, 0, canvas.width, canvas.height);
  return canvas;
}

function toPictureFrame(frame: Frame, part: Part, { width, height }: ImageData): Frame {
  return {
    left: part.left + (frame.left / width) * part.width,
    top: part.top + (frame.top / height) * part.height,
    width: (frame.width / width) * part.width,
    height: (frame.height / height) * part.height,
  };
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
