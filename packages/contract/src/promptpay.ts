// Encodes PromptPay payment codes (EMVCo merchant-presented QR with the Thai extensions). Pure.
//
//     00 version · 01 reusable or once · 29 the receiver · 53 currency · 54 amount · 58 country · 63 checksum
//
// Always true: the receiver is a phone number (10 digits), a national or tax id (13) or an e-wallet id (15); the amount
// has two decimals and is never a float. Third-party decoders read the codes (vectors/promptpay-vectors.json).
//
// Elsewhere: slip codes, which identify a transfer and pay nothing (slip-qr.ts).

import { formatBaht, type Money, zeroMoney } from '@chaba/money';

import { crc16 } from './slip-qr.ts';

const APPLICATION = 'A000000677010111';
const REUSABLE = '11';
const ONCE = '12';
const BAHT = '764';
const CRC_HEADER = '6304';
/** Field 54 holds thirteen characters. */
const AMOUNT_LENGTH_MAX = 13;

/** Phone number, national or tax id, or e-wallet id. */
const PROMPTPAY_ID_PATTERN = /^(?:0\d{9}|\d{13}|\d{15})$/;

/** True for an id that a code can pay to; the check digit of a national or tax id detects mistyping. */
export function isPromptPayId(id: string): boolean {
  if (!PROMPTPAY_ID_PATTERN.test(id)) return false;
  return id.length !== 13 || id.endsWith(computeCheckDigit(id));
}

function computeCheckDigit(id: string): string {
  const sum = Array.from(id.slice(0, 12)).reduce((total, digit, index) => total + Number(digit) * (13 - index), 0);
  return String((11 - (sum % 11)) % 10);
}

/** The payload; undefined if the id or the amount cannot be encoded. Without an amount the payer enters one. */
export function encodePromptPay(id: string, amount: Money = zeroMoney): string | undefined {
  const receiver = toReceiver(id);
  const baht = formatBaht(amount).replaceAll(',', '');
  if (receiver === undefined || amount < 0n || baht.length > AMOUNT_LENGTH_MAX) return undefined;
  const body = [
    field('00', '01'),
    field('01', amount > 0n ? ONCE : REUSABLE),
    field('29', field('00', APPLICATION) + receiver),
    field('53', BAHT),
    amount > 0n ? field('54', baht) : '',
    field('58', 'TH'),
    CRC_HEADER,
  ].join('');
  return body + crc16(body);
}

function toReceiver(id: string): string | undefined {
  if (!PROMPTPAY_ID_PATTERN.test(id)) return undefined;
  if (id.length === 10) return field('01', `0066${id.slice(1)}`);
  return id.length === 13 ? field('02', id) : field('03', id);
}

const field = (tag: string, value: string): string => `${tag}${String(value.length).padStart(2, '0')}${value}`;
