// The token of a session at a game provider: whose seat it is and until when, sealed with a key of the brand (decision 0046).
//
// Always true: who has no key can neither read nor make nor change one; a token opens for the provider and the player that it was made
// for, and for no other. What it says never changes, so that nothing has to be looked up.
//
// Elsewhere: how a seat is taken and asked for (wallet.ts).

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/** What a token is bound to. `key`: 32 bytes, the brand's; as an object, because bytes are made one at each use, which takes longer than all the rest. */
export type TokenBinding = { readonly key: KeyObject; readonly provider: string; readonly playerId: string };
/** `expiresAt` in milliseconds. */
export type GameSession = { readonly memberId: bigint; readonly expiresAt: number };

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const SEAT_BYTES = 16;
const TAG_BYTES = 16;

const boundTo = ({ provider, playerId }: TokenBinding): Buffer => Buffer.from(JSON.stringify([provider, playerId]));

export function encryptSessionToken(sealedFor: TokenBinding, { memberId, expiresAt }: GameSession): string {
  const nonce = randomBytes(NONCE_BYTES);
  const seat = Buffer.alloc(SEAT_BYTES);
  seat.writeBigInt64BE(memberId, 0);
  seat.writeBigInt64BE(BigInt(expiresAt), 8);
  const cipher = createCipheriv(CIPHER, sealedFor.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(boundTo(sealedFor));
  return Buffer.concat([nonce, cipher.update(seat), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** What the token says, or nothing when it was not made here for this provider and player. */
export function decryptSessionToken(sealedFor: TokenBinding, token: string): GameSession | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== NONCE_BYTES + SEAT_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, sealedFor.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(boundTo(sealedFor));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const seat = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return { memberId: seat.readBigInt64BE(0), expiresAt: Number(seat.readBigInt64BE(8)) };
}
