// A slip as SVG, 1080 × 1920: a paper ticket on the colour of the sending bank. Bank marks are original; no logo or
// typeface of a real bank is imitated.

import { create } from 'qrcode';

import { getBank } from '@chaba/contract/banks';

import { text } from './slip-picture.text.ts';

export type SlipDrawing = {
  readonly sendingBank: string;
  readonly time: string;
  readonly amount: string;
  readonly transRef: string;
  readonly qrText: string;
  readonly sender: DrawnParty;
  readonly receiver: DrawnParty;
};

export type DrawnParty = {
  readonly bankCode: string;
  readonly name: string;
  readonly number: string;
};

const SLIP_WIDTH = 1080;
const SLIP_HEIGHT = 1920;

const INK = '#141925';
const QUIET = '#5E6A80';
const LINE = '#DFE4EC';
const PAPER = '#FFFFFF';
const TICKET = { left: 56, right: 1024, top: 388, bottom: 1724, cut: 1236 } as const;
const EDGE_LEFT = TICKET.left + 56;
const EDGE_RIGHT = TICKET.right - 56;

export function slipSvg(slip: SlipDrawing): string {
  const bank = getBank(slip.sendingBank);
  return `<svg xmlns="http://www.w3.org/2000/svg" width="${SLIP_WIDTH}" height="${SLIP_HEIGHT}"
    viewBox="0 0 ${SLIP_WIDTH} ${SLIP_HEIGHT}" font-family="Anuphan">
    <defs>
      <linearGradient id="sky" x1="0" y1="0" x2="0.35" y2="1">
        <stop offset="0" stop-color="${bank.colour}"/><stop offset="1" stop-color="${shade(bank.colour, 0.52)}"/>
      </linearGradient>
      <radialGradient id="glow" cx="0.82" cy="0" r="0.75">
        <stop offset="0" stop-color="#fff" stop-opacity=".26"/><stop offset="1" stop-color="#fff" stop-opacity="0"/>
      </radialGradient>
    </defs>
    <rect width="100%" height="100%" fill="url(#sky)"/>
    <rect width="100%" height="100%" fill="url(#glow)"/>
    ${header(slip, bank.textColour)}
    ${paper()}
    ${party(text.from, slip.sender, 470)}
    <path d="M168 640v56m-16-18 16 18 16-18" fill="none" stroke="${QUIET}" stroke-width="5"
      stroke-linecap="round" stroke-linejoin="round"/>
    ${party(text.to, slip.receiver, 730)}
    ${amountBlock(slip)}
    ${foot(slip)}
    ${stamp(bank.textColour === '#ffffff' ? '#ffffff' : inkOn(shade(bank.colour, 0.52)))}
  </svg>`;
}

function header(slip: SlipDrawing, ink: string): string {
  const mid = SLIP_WIDTH / 2;
  return `${mark(slip.sendingBank, EDGE_LEFT - 28, 84, 96, true)}
    ${words(text.bankOf(slip.sendingBank), { x: 208, y: 127, size: 40, weight: 600, fill: ink, width: 800 })}
    ${words(slip.time, { x: 208, y: 174, size: 30, weight: 400, fill: ink, width: 800 })}
    <g transform="translate(${mid} 290)">
      <g transform="translate(-164 0)">
        <circle r="40" fill="${PAPER}"/>
        <path d="m-17 1 12 12 23-25" fill="none" stroke="#1A7F52" stroke-width="8" stroke-linecap="round"
          stroke-linejoin="round"/>
      </g>
      ${words(text.done, { x: -100, y: 20, size: 58, weight: 600, fill: ink, width: 520 })}
    </g>`;
}

/** The ticket, with a notch on either side of its perforation. */
function paper(): string {
  const { left, right, top, bottom, cut } = TICKET;
  const bite = 26;
  const corner = 44;
  return `<path fill="${PAPER}" d="M${left + corner} ${top}H${right - corner}a${corner} ${corner} 0 0 1 ${corner} ${corner}
      V${cut - bite}a${bite} ${bite} 0 0 0 0 ${bite * 2}V${bottom - corner}a${corner} ${corner} 0 0 1-${corner} ${corner}
      H${left + corner}a${corner} ${corner} 0 0 1-${corner}-${corner}V${cut + bite}a${bite} ${bite} 0 0 0 0-${bite * 2}
      V${top + corner}a${corner} ${corner} 0 0 1 ${corner}-${corner}z"/>
    <path d="M${left + 52} ${cut}H${right - 52}" stroke="${LINE}" stroke-width="4" stroke-dasharray="4 16"
      stroke-linecap="round"/>`;
}

function party(label: string, { bankCode, name, number }: DrawnParty, y: number): string {
  const x = 252;
  const width = EDGE_RIGHT - x;
  return `${mark(bankCode, EDGE_LEFT, y - 4, 112, false)}
    ${words(label, { x, y: y + 14, size: 28, weight: 400, fill: QUIET, width })}
    ${words(name, { x, y: y + 66, size: 42, weight: 600, fill: INK, width })}
    ${words(`${text.bankOf(bankCode)}  ${number}`, { x, y: y + 116, size: 31, weight: 400, fill: QUIET, width })}`;
}

function amountBlock(slip: SlipDrawing): string {
  const dot = slip.amount.indexOf('.');
  const whole = slip.amount.slice(0, dot);
  const satang = slip.amount.slice(dot);
  // Long amounts shrink to fit the ticket.
  const size = whole.length > 8 ? 82 : 104;
  return `<path d="M${EDGE_LEFT} 900H${EDGE_RIGHT}" stroke="${LINE}" stroke-width="2"/>
    ${words(text.amount, { x: EDGE_LEFT, y: 968, size: 31, weight: 400, fill: QUIET, width: 400 })}
    <text x="${EDGE_RIGHT - 94}" y="1068" text-anchor="end" font-weight="600" font-size="${size}" fill="${INK}"
      >${whole}<tspan font-size="${size * 0.6}">${satang}</tspan></text>
    <text x="${EDGE_RIGHT}" y="1068" text-anchor="end" font-weight="500" font-size="42" fill="${QUIET}">${text.baht}</text>
    ${words(text.fee, { x: EDGE_LEFT, y: 1160, size: 31, weight: 400, fill: QUIET, width: 400 })}
    <text x="${EDGE_RIGHT}" y="1160" text-anchor="end" font-weight="500" font-size="34" fill="${INK}">0.00 ${text.baht}</text>`;
}

function foot(slip: SlipDrawing): string {
  const side = 356;
  const x = EDGE_RIGHT - side + 16;
  const width = x - EDGE_LEFT - 40;
  return `${words(text.reference, { x: EDGE_LEFT, y: 1326, size: 28, weight: 400, fill: QUIET, width })}
    ${reference(slip.transRef, EDGE_LEFT, 1374)}
    ${words(text.time, { x: EDGE_LEFT, y: 1480, size: 28, weight: 400, fill: QUIET, width })}
    ${words(slip.time, { x: EDGE_LEFT, y: 1526, size: 34, weight: 500, fill: INK, width })}
    ${qr(slip.qrText, x, 1278, side)}
    ${words(text.scan, { x: x + side / 2, y: 1676, size: 27, weight: 500, fill: QUIET, width: side, middle: true })}`;
}

/** A reference of up to 25 characters on two lines, evenly spaced for legibility. */
function reference(transRef: string, x: number, y: number): string {
  const lines = transRef.match(/.{1,14}/g) ?? [];
  return lines
    .map((line, index) => words(line, { x, y: y + index * 44, size: 35, weight: 500, fill: INK, width: 460 }))
    .join('');
}

/** The dark modules of the QR code as one path on white, with a quiet zone of four modules. */
function qr(payload: string, x: number, y: number, side: number): string {
  const { modules } = create(payload, { errorCorrectionLevel: 'M' });
  const quiet = 4;
  const scale = side / (modules.size + quiet * 2);
  let path = '';
  for (let row = 0; row < modules.size; row += 1) {
    for (let column = 0; column < modules.size; column += 1) {
      if (modules.get(row, column)) path += `M${column + quiet} ${row + quiet}h1v1h-1z`;
    }
  }
  return `<g transform="translate(${x} ${y}) scale(${scale})" shape-rendering="crispEdges">
    <path d="${path}" fill="#000"/></g>`;
}

function stamp(ink: string): string {
  const mid = SLIP_WIDTH / 2;
  const y = 1822;
  return `<g fill="${ink}">
    <path d="M${mid - 340} ${y - 12}l11 11-11 11-11-11zM${mid + 340} ${y - 12}l11 11-11 11-11-11z" opacity=".85"/>
    ${words(text.playMoney, { x: mid, y: y + 12, size: 36, weight: 500, fill: ink, width: 620, middle: true })}</g>`;
}

/** A bank's letter mark: its short code on its colour. */
function mark(bankCode: string, x: number, y: number, side: number, isOnColour: boolean): string {
  const { shortCode, colour, textColour } = getBank(bankCode);
  const edge = isOnColour ? `stroke="#fff" stroke-opacity=".55" stroke-width="3"` : '';
  const size = side * (shortCode.length > 4 ? 0.23 : 0.31);
  return `<rect x="${x}" y="${y}" width="${side}" height="${side}" rx="${side * 0.28}" fill="${colour}" ${edge}/>
    <text x="${x + side / 2}" y="${y + side / 2 + size * 0.36}" text-anchor="middle" font-weight="700"
      font-size="${size}" fill="${textColour}">${shortCode}</text>`;
}

type Set = {
  readonly x: number;
  readonly y: number;
  readonly size: number;
  readonly weight: number;
  readonly fill: string;
  /** Maximum width; longer text is set smaller. */
  readonly width: number;
  readonly middle?: boolean;
};

function words(line: string, set: Set): string {
  // Width estimate: combining marks have none, each other letter a little over half its height.
  const letters = line.replace(/[\u0E31\u0E34-\u0E3A\u0E47-\u0E4E]/g, '').length;
  const size = Math.min(set.size, set.width / (letters * 0.58));
  return `<text x="${set.x}" y="${set.y}" font-size="${Math.round(size)}" font-weight="${set.weight}"
    fill="${set.fill}"${set.middle ? ' text-anchor="middle"' : ''}>${escaped(line)}</text>`;
}

/**
 * Escapes text. SARA AM is decomposed into NIKHAHIT and SARA AA with the tone mark after NIKHAHIT, because the drawing
 * library gives the composed letter no width.
 */
function escaped(line: string): string {
  return line
    .replace(/([\u0E48-\u0E4B]?)\u0E33/g, '\u0E4D$1\u0E32')
    .replace(/[&<>"]/g, (sign) => `&#${sign.charCodeAt(0)};`);
}

/** A darker colour of the same hue: each channel times the factor. */
function shade(colour: string, factor: number): string {
  const channels = [1, 3, 5].map((at) => Math.round(Number.parseInt(colour.slice(at, at + 2), 16) * factor));
  return `#${channels.map((channel) => channel.toString(16).padStart(2, '0')).join('')}`;
}

function inkOn(colour: string): string {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => Number.parseInt(colour.slice(at, at + 2), 16));
  return red * 0.299 + green * 0.587 + blue * 0.114 > 140 ? INK : '#ffffff';
}
