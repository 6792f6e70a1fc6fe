// Thai mobile numbers: ten digits that start with 06, 08 or 09. The phone number is the sign-in name, so typed and
// pasted numbers are normalised before they are compared.

import { westernDigits } from './digits.ts';
import { withoutInvisible } from './typed-text.ts';

/** Format on the wire and in the database. */
export const PHONE_PATTERN = /^0[689]\d{8}$/;

/**
 * Normalises a pasted number, whatever stands around its digits: "+66 81-234-5678", "tel:0812345678", "๐๘๑ ๒๓๔ ๕๖๗๘" →
 * "0812345678". No digit is dropped but the country code: a number that is too long stays too long.
 */
export function cleanPhone(typed: string): string {
  const plain = westernDigits(withoutInvisible(typed).normalize('NFKC'));
  // Parameters of a tel: link follow a semicolon.
  const number = plain.replace(/^(\s*tel:[^;]*);.*$/is, '$1');
  const compact = number.replace(/[^\d+]/g, '').replace(/(?!^)\+/g, '');
  return compact.replace(/^(?:\+66|0066|00\d?66(?=0?[689]\d{8}$)|66(?=0?[689]\d{8}$))0?/, '0').replace('+', '');
}

export function isPhone(phone: string): boolean {
  return PHONE_PATTERN.test(phone);
}

/** "0812345678" → "081-234-5678"; any other length is unchanged. */
export function formatPhone(phone: string): string {
  return phone.length === 10 ? `${phone.slice(0, 3)}-${phone.slice(3, 6)}-${phone.slice(6)}` : phone;
}

/**
 * For display to others: "0812345678" → "08x-xxx-xx78". A million numbers share each mask, so probing is infeasible.
 */
export function maskPhone(phone: string): string {
  return phone.length === 10 ? `${phone.slice(0, 2)}x-xxx-xx${phone.slice(8)}` : 'x'.repeat(phone.length);
}
