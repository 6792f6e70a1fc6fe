// Tokens of game sessions: the member and the end of a session, encrypted for one provider and player.
//
// Always true: a token is encrypted with a key of the site (decision 0046), so it cannot be read, made or changed
// without that key, and decrypts only for the provider and player that it was made for. Its content never changes, so
// it is verified without a query.
//
// Elsewhere: keys, caches and launch tokens (sessions.ts).

import { createCipheriv, createDecipheriv, type KeyObject, randomBytes } from 'node:crypto';

/**
 * The binding of a token. `key`: 32 bytes of the site, as an object: creating the object takes longer than the
 * cipher.
 */
export type TokenBinding = { readonly key: KeyObject; readonly provider: string; readonly playerId: string };
/** `expiresAt` in milliseconds. */
export type GameSession = { readonly memberId: bigint; readonly expiresAt: number };

const CIPHER = 'aes-256-gcm';
const NONCE_BYTES = 12;
const CONTENT_BYTES = 16;
const TAG_BYTES = 16;

const getBoundData = ({ provider, playerId }: TokenBinding): Buffer =>
  Buffer.from(JSON.stringify([provider, playerId]));

export function encryptSessionToken(binding: TokenBinding, { memberId, expiresAt }: GameSession): string {
  const nonce = randomBytes(NONCE_BYTES);
  const content = Buffer.alloc(CONTENT_BYTES);
  content.writeBigInt64BE(memberId, 0);
  content.writeBigInt64BE(BigInt(expiresAt), 8);
  const cipher = createCipheriv(CIPHER, binding.key, nonce, { authTagLength: TAG_BYTES });
  cipher.setAAD(getBoundData(binding));
  return Buffer.concat([nonce, cipher.update(content), cipher.final(), cipher.getAuthTag()]).toString('base64url');
}

/** The content of a token; undefined when it was not made here for this provider and player. */
export function decryptSessionToken(binding: TokenBinding, token: string): GameSession | undefined {
  const bytes = Buffer.from(token, 'base64url');
  if (bytes.length !== NONCE_BYTES + CONTENT_BYTES + TAG_BYTES) return undefined;
  const decipher = createDecipheriv(CIPHER, binding.key, bytes.subarray(0, NONCE_BYTES), {
    authTagLength: TAG_BYTES,
  });
  decipher.setAAD(getBoundData(binding));
  decipher.setAuthTag(bytes.subarray(-TAG_BYTES));
  const content = decipher.update(bytes.subarray(NONCE_BYTES, -TAG_BYTES));
  try {
    decipher.final();
  } catch {
    return undefined;
  }
  return { memberId: content.readBigInt64BE(0), expiresAt: Number(content.readBigInt64BE(8)) };
}
