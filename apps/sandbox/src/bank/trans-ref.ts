// Generates transfer references in the format of the sending bank. References are unique and case-sensitive.

import { randomInt } from 'node:crypto';

const DIGITS = '0123456789';
const UPPER = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ';
const MIXED = `${DIGITS}${UPPER}${UPPER.toLowerCase()}`;

const BANGKOK_OFFSET_MS = 7 * 3_600_000;
const DAY_MS = 86_400_000;

export function newTransRef(bankCode: string, atMs: number): string {
  // Bangkok has no daylight saving, so its clock is UTC shifted.
  const clock = new Date(atMs + BANGKOK_OFFSET_MS).toISOString();
  const date = clock.slice(0, 10).replaceAll('-', '');
  const time = clock.slice(11, 19).replaceAll(':', '');

  switch (bankCode) {
    case '014':
      return date + some(MIXED, 17);
    case '002':
      return date + time + some(DIGITS, 11);
    case '004':
      return `01${date[3]}${dayOfYear(atMs)}${time}${some(UPPER, 3)}${some(DIGITS, 5)}`;
    case '006':
      return `C${date}${some(DIGITS, 12)}`;
    case '011':
      return date.slice(2) + time + some(DIGITS, 6);
    case '025':
      return `KMA${date.slice(2)}${time}${some(MIXED, 10)}`;
    case '030':
      return `${date.slice(2)}${time}I${some(DIGITS, 10)}B`;
    case '034':
      return `MPI${some(DIGITS, 22)}`;
    case '069':
      return `TR${some(DIGITS, 16)}`;
    default:
      // The format of other banks is unknown: date, time and ten digits.
      return date + time + some(DIGITS, 10);
  }
}

function dayOfYear(atMs: number): string {
  const bangkokMs = atMs + BANGKOK_OFFSET_MS;
  const yearStartMs = Date.UTC(new Date(bangkokMs).getUTCFullYear(), 0, 1);
  return String(Math.floor((bangkokMs - yearStartMs) / DAY_MS) + 1).padStart(3, '0');
}

function some(alphabet: string, count: number): string {
  return Array.from({ length: count }, () => alphabet[randomInt(alphabet.length)]).join('');
}
