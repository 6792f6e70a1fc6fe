// SHA-256 and HMAC-SHA256 in the browser, for the verifier pages.
//
// crypto.subtle exists only on https and localhost; @noble/hashes works on every page and is a second implementation
// in addition to the server's node:crypto.

import { hmac } from '@noble/hashes/hmac.js';
import { sha256 } from '@noble/hashes/sha2.js';
import { bytesToHex, utf8ToBytes } from '@noble/hashes/utils.js';

import type { Hmac } from './draw.ts';

export const hmacSha256: Hmac = (key, message) => hmac(sha256, key, message);

/** The hash of a text in UTF-8, as hexadecimal digits. */
export const sha256Hex = (text: string): string => bytesToHex(sha256(utf8ToBytes(text)));
