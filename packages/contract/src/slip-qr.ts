// The QR of a transfer slip ("mini QR"): the sending bank and the transfer reference. It holds neither amount nor
// names, and anyone can make one with a valid checksum, so it is a lookup key for the bank and never a proof.
//
//   bank        00 LL { 00 06 000001 | 01 03 <bank> | 02 LL <reference> }  51 02 TH  91 04 <CRC>
//   TrueMoney   00 LL { 00=01 | 01=01 | 02 event | 03 id | 04 DDMMYYYY }             91 04 <CRC>
//
// Always true: decoding is one pass over a text of bounded length. A length field is exactly two digits and a tag
// occurs once, or the text is rejected. The reference keeps its case, because some banks distinguish transfers by case.
//
// Shared by page, server and sandbox bank: no Node API here.
// Elsewhere: the bank's result for the transfer (deposits on the server).

import { SLIP_TEXT_LENGTH_MAX } from './constraints.ts';
import type { ErrorCode } from './error-codes.ts';

export type BankSlip = {
  readonly kind: 'BANK_SLIP';
  /** Three digits; may be a bank outside the catalogue. */
  readonly sendingBank: string;
  readonly transRef: string;
};

export type TrueMoneySlip = {
  readonly kind: 'TRUEMONEY_SLIP';
  readonly eventType: string;
  readonly transactionId: string;
  /** "2026-02-05" */
  readonly date: string;
};

export type Slip = BankSlip | TrueMoneySlip;

type SlipProblem =
  | 'EMPTY'
  | 'TOO_LONG'
  | 'NOT_A_SLIP_QR'
  | 'PAYMENT_QR_NOT_SLIP'
  | 'MALFORMED'
  | 'BAD_CRC'
  | 'UNSUPPORTED_API'
  | 'WRONG_COUNTRY'
  | 'BAD_BANK_CODE'
  | 'BAD_REF';

export type SlipQrResult =
  /** crcRepaired: the bank's app dropped the leading zeros of the checksum. */
  | { readonly ok: true; readonly slip: Slip; readonly crcRepaired: boolean }
  | { readonly ok: false; readonly problem: SlipProblem };

type Fields = ReadonlyMap<string, string>;

const CRC_HEADER = '9104';
const BANK_API = '000001';
const TRUEMONEY_API = '01';

/** Bank code of TrueMoney transfers. */
export const TRUEMONEY_SENDER = 'TRUEMONEY';

export function decodeSlipQr(text: string): SlipQrResult {
  if (text.length > SLIP_TEXT_LENGTH_MAX) return fail('TOO_LONG');

  // Scanners leave white space, a byte order mark or control characters around the text.
  const payload = text.trim();
  if (payload === '') return fail('EMPTY');
  if (payload.startsWith('000201')) return fail('PAYMENT_QR_NOT_SLIP');
  if (!/^00\d\d[\x20-\x7e]*$/.test(payload)) return fail('NOT_A_SLIP_QR');

  const crcAt = findCrcPosition(payload);
  if (crcAt === undefined) return fail('MALFORMED');
  const body = payload.slice(0, crcAt);
  const outer = parseFields(body);
  if (!outer) return fail('MALFORMED');

  const printed = payload.slice(crcAt + CRC_HEADER.length);
  if (printed.padStart(4, '0').toUpperCase() !== crc16(body + CRC_HEADER)) return fail('BAD_CRC');

  const inner = parseFields(outer.get('00') ?? '');
  if (!inner) return fail('MALFORMED');

  const slip = inner.get('00') === TRUEMONEY_API ? parseTrueMoneySlip(outer, inner) : parseBankSlip(outer, inner);
  if (typeof slip === 'string') return fail(slip);
  return { ok: true, slip, crcRepaired: printed.length < 4 };
}

/** Error codes for a picture or text that is not a usable slip. */
export type SlipQrErrorCode = Extract<
  ErrorCode,
  'SLIP_NO_QR' | 'SLIP_IS_PAYMENT_QR' | 'NOT_A_SLIP' | 'SLIP_UNREADABLE'
>;

export function toSlipErrorCode(problem: SlipProblem): SlipQrErrorCode {
  switch (problem) {
    case 'EMPTY':
      return 'SLIP_NO_QR';
    case 'PAYMENT_QR_NOT_SLIP':
      return 'SLIP_IS_PAYMENT_QR';
    case 'NOT_A_SLIP_QR':
    case 'TOO_LONG':
    case 'UNSUPPORTED_API':
    case 'WRONG_COUNTRY':
      return 'NOT_A_SLIP';
    case 'MALFORMED':
    case 'BAD_CRC':
    case 'BAD_BANK_CODE':
    case 'BAD_REF':
      return 'SLIP_UNREADABLE';
  }
}

/** The permanent identity of the transfer: the pair is unique and case-sensitive. */
export function formatReference(slip: Slip): { readonly sendingBank: string; readonly transRef: string } {
  return slip.kind === 'BANK_SLIP'
    ? { sendingBank: slip.sendingBank, transRef: slip.transRef }
    : { sendingBank: TRUEMONEY_SENDER, transRef: slip.transactionId };
}

export function encodeSlipQr(slip: Slip): string {
  if (slip.kind === 'TRUEMONEY_SLIP') {
    const [year = '', month = '', day = ''] = slip.date.split('-');
    const inner =
      field('00', TRUEMONEY_API) +
      field('01', '01') +
      field('02', slip.eventType) +
      field('03', slip.transactionId) +
      field('04', `${day}${month}${year}`);
    const head = field('00', inner) + CRC_HEADER;
    // TrueMoney writes its checksum in lower case.
    return head + crc16(head).toLowerCase();
  }

  const inner = field('00', BANK_API) + field('01', slip.sendingBank) + field('02', slip.transRef);
  const head = field('00', inner) + field('51', 'TH') + CRC_HEADER;
  return head + crc16(head);
}

/** CRC-16/CCITT-FALSE in four upper-case hex digits: "123456789" gives "29B1". */
export function crc16(text: string): string {
  let crc = 0xffff;
  for (let index = 0; index < text.length; index += 1) {
    crc ^= text.charCodeAt(index) << 8;
    for (let bit = 0; bit < 8; bit += 1) crc = crc & 0x8000 ? (crc << 1) ^ 0x1021 : crc << 1;
    crc &= 0xffff;
  }
  return crc.toString(16).toUpperCase().padStart(4, '0');
}

/** Start of the checksum field: the last field, of one to four hex digits. */
function findCrcPosition(payload: string): number | undefined {
  for (let index = 0; index < payload.length; ) {
    const header = payload.slice(index, index + 4);
    if (header === CRC_HEADER) return /^[0-9A-Fa-f]{1,4}$/.test(payload.slice(index + 4)) ? index : undefined;
    if (!/^\d{4}$/.test(header)) return undefined;
    index += 4 + Number(header.slice(2));
  }
  return undefined;
}

/** Reads tag, length and value to the end; undefined if a field is cut off or occurs twice. */
function parseFields(text: string): Fields | undefined {
  const fields = new Map<string, string>();
  let index = 0;
  while (index < text.length) {
    const header = text.slice(index, index + 4);
    // Exactly digits: a lenient number parser accepts " 2", "0x" and "-4", and "-4" would loop forever.
    if (!/^\d{4}$/.test(header)) return undefined;

    const tag = header.slice(0, 2);
    const end = index + 4 + Number(header.slice(2));
    if (end > text.length || fields.has(tag)) return undefined;
    fields.set(tag, text.slice(index + 4, end));
    index = end;
  }
  return fields;
}

function parseBankSlip(outer: Fields, inner: Fields): BankSlip | SlipProblem {
  const api = inner.get('00');
  if (api === undefined) return 'MALFORMED';
  if (api !== BANK_API) return 'UNSUPPORTED_API';
  if (outer.get('51') !== 'TH') return 'WRONG_COUNTRY';

  const sendingBank = inner.get('01') ?? '';
  if (!/^\d{3}$/.test(sendingBank)) return 'BAD_BANK_CODE';
  const transRef = inner.get('02') ?? '';
  if (!/^[A-Za-z0-9]{1,25}$/.test(transRef)) return 'BAD_REF';
  return { kind: 'BANK_SLIP', sendingBank, transRef };
}

function parseTrueMoneySlip(outer: Fields, inner: Fields): TrueMoneySlip | SlipProblem {
  if (outer.size !== 1 || inner.get('01') !== '01') return 'MALFORMED';

  const eventType = inner.get('02') ?? '';
  if (!/^[A-Za-z0-9_]{1,20}$/.test(eventType)) return 'MALFORMED';
  const transactionId = inner.get('03') ?? '';
  if (!/^[A-Za-z0-9]{1,25}$/.test(transactionId)) return 'BAD_REF';
  const date = parseDate(inner.get('04') ?? '');
  if (date === undefined) return 'MALFORMED';
  return { kind: 'TRUEMONEY_SLIP', eventType, transactionId, date };
}

/** DDMMYYYY as "YYYY-MM-DD"; undefined if the date does not exist. */
function parseDate(text: string): string | undefined {
  const match = /^(\d\d)(\d\d)(\d{4})$/.exec(text);
  if (!match) return undefined;
  const [, day, month, year] = match;
  const date = `${year}-${month}-${day}`;
  const time = new Date(`${date}T00:00:00Z`);
  return !Number.isNaN(time.getTime()) && time.toISOString().startsWith(date) ? date : undefined;
}

function field(tag: string, value: string): string {
  return tag + String(value.length).padStart(2, '0') + value;
}

function fail(problem: SlipProblem): SlipQrResult {
  return { ok: false, problem };
}
