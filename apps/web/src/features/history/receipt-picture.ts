// Draws a receipt as a picture to save or to send to support: dark on white in either theme.

import type { Line } from './receipt-lines.ts';

export type ReceiptPicture = {
  readonly siteName: string;
  readonly title: string;
  /** The main amount and its status. */
  readonly head: { readonly amount: string; readonly status: string } | undefined;
  readonly lines: readonly Line[];
  readonly stamp: string;
};

const WIDTH = 1080;
const EDGE = 64;
const LINE = 92;
const INK = '#1b1724';
const QUIET = '#5d5668';
const RULE = '#e4e0ea';
const formatFont = (size: number, weight: number): string => `${weight} ${size}px "Anuphan Variable", sans-serif`;

/** Undefined when the browser cannot draw it. */
export async function drawReceipt(receipt: ReceiptPicture, fileName: string): Promise<File | undefined> {
  const canvas = document.createElement('canvas');
  const headHeight = receipt.head ? 230 : 0;
  canvas.width = WIDTH;
  canvas.height = 230 + headHeight + receipt.lines.length * LINE + 120;
  const pen = canvas.getContext('2d');
  if (!pen) return undefined;
  pen.fillStyle = '#ffffff';
  pen.fillRect(0, 0, canvas.width, canvas.height);
  pen.textBaseline = 'middle';
  write(pen, receipt.siteName, { x: EDGE, y: 84, font: formatFont(44, 700), colour: INK });
  write(pen, receipt.title, { x: EDGE, y: 156, font: formatFont(36, 400), colour: QUIET });
  if (receipt.head) {
    write(pen, receipt.head.amount, { x: WIDTH / 2, y: 270, font: formatFont(92, 600), colour: INK, align: 'center' });
    write(pen, receipt.head.status, {
      x: WIDTH / 2,
      y: 360,
      font: formatFont(36, 400),
      colour: QUIET,
      align: 'center',
    });
  }
  receipt.lines.forEach((line, index) => writeLine(pen, line, 220 + headHeight + index * LINE));
  const foot = {
    x: WIDTH / 2,
    y: canvas.height - 64,
    font: formatFont(32, 400),
    colour: QUIET,
    align: 'center',
  } as const;
  write(pen, receipt.stamp, foot);
  const picture = await new Promise<Blob | null>((resolve) => canvas.toBlob(resolve, 'image/png'));
  return picture ? new File([picture], fileName, { type: 'image/png' }) : undefined;
}

type Words = {
  readonly x: number;
  readonly y: number;
  readonly font: string;
  readonly colour: string;
  readonly align?: 'left' | 'center' | 'right';
  readonly maxWidth?: number;
};

function write(
  pen: CanvasRenderingContext2D,
  words: string,
  { x, y, font: face, colour, align, maxWidth }: Words,
): void {
  pen.font = face;
  pen.fillStyle = colour;
  pen.textAlign = align ?? 'left';
  pen.fillText(words, x, y, maxWidth);
}

function writeLine(pen: CanvasRenderingContext2D, { label, value }: Line, top: number): void {
  pen.fillStyle = RULE;
  pen.fillRect(EDGE, top, WIDTH - 2 * EDGE, 2);
  const y = top + LINE / 2;
  write(pen, label, { x: EDGE, y, font: formatFont(34, 400), colour: QUIET });
  // Long text is condensed, never truncated: support may need all of it.
  const maxWidth = WIDTH - 2 * EDGE - pen.measureText(label).width - 40;
  write(pen, value, { x: WIDTH - EDGE, y, font: formatFont(34, 600), colour: INK, align: 'right', maxWidth });
}
