// Factors of operators: TOTP, recovery codes and passkeys.
//
// Always true: the server makes and stores every secret; a TOTP secret is encrypted with OPERATOR_SECRET and is shown
// once, at its enrolment. A TOTP step, a code and a challenge work once. A passkey proves user verification, this
// origin and a counter above the stored one; for a decision it proves site, request and content.
//
// Elsewhere: sign-in and wrong tries (sign-in.ts), rows (factors.store.ts).

import { createCipheriv, createDecipheriv, createHash, randomBytes } from 'node:crypto';

import type { Database, Queryable, Transaction } from '@chaba/database';
import {
  type AuthenticationResponseJSON,
  generateAuthenticationOptions,
  generateRegistrationOptions,
  type RegistrationResponseJSON,
  verifyAuthenticationResponse,
  verifyRegistrationResponse,
} from '@simplewebauthn/server';
import { Secret, TOTP } from 'otpauth';

import type { SecretValues } from '#core/config';

import * as store from './factors.store.ts';

/** The web origin that a browser showed; passkeys need a host name. */
export type RelyingParty = { readonly origin: string; readonly id: string };

const ISSUER = 'Chaba';
const STEP_SECONDS = 30;
const STEPS_AROUND = 1;
const CHALLENGE_SECONDS = 300;
const CHALLENGE_BYTES = 32;
const RECOVERY_CODES = 10;
const CODE_BYTES = 16;
const IV_BYTES = 12;
const TAG_BYTES = 16;
const SECRET_BYTES = 20;
const LABEL = 'passkey';

export const hashCode = (code: string): Buffer => createHash('sha256').update(code.trim()).digest();

/** A one-time code of 128 bits. */
export const createCode = (): string => randomBytes(CODE_BYTES).toString('base64url');

// ── TOTP ──

export function createTotpSecret(): string {
  return new Secret({ buffer: new Uint8Array(randomBytes(SECRET_BYTES)).buffer }).base32;
}

export function toTotpUri(name: string, secret: string): string {
  return createTotp(secret, name).toString();
}

/** True for the code of a step that was not used; the step is used up. */
export async function consumeTotp(
  database: Queryable,
  of: { readonly operatorId: string; readonly secret: string; readonly code: string },
): Promise<boolean> {
  const step = findTotpStep(of.secret, of.code);
  return step !== undefined && store.useTotpStep(database, of.operatorId, step);
}

/** The time step of a code, at most one away from now. */
export function findTotpStep(secret: string, code: string): number | undefined {
  if (!/^\d{6}$/.test(code)) return undefined;
  const delta = createTotp(secret, '').validate({ token: code, window: STEPS_AROUND });
  return delta === null ? undefined : Math.floor(Date.now() / 1_000 / STEP_SECONDS) + delta;
}

function createTotp(secret: string, label: string): TOTP {
  return new TOTP({ issuer: ISSUER, label, secret: Secret.fromBase32(secret), period: STEP_SECONDS, digits: 6 });
}

export function encryptSecret([first]: SecretValues, plain: string): string {
  const iv = randomBytes(IV_BYTES);
  const cipher = createCipheriv('aes-256-gcm', deriveKey(first), iv);
  const sealed = Buffer.concat([cipher.update(plain, 'utf8'), cipher.final()]);
  return Buffer.concat([iv, cipher.getAuthTag(), sealed]).toString('base64');
}

/** Undefined when no value of OPERATOR_SECRET opens it. */
export function decryptSecret(values: SecretValues, stored: string): string | undefined {
  const bytes = Buffer.from(stored, 'base64');
  const [iv, tag, sealed] = [
    bytes.subarray(0, IV_BYTES),
    bytes.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
    bytes.subarray(IV_BYTES + TAG_BYTES),
  ];
  for (const value of values) {
    try {
      const decipher = createDecipheriv('aes-256-gcm', deriveKey(value), iv);
      decipher.setAuthTag(tag);
      return Buffer.concat([decipher.update(sealed), decipher.final()]).toString('utf8');
    } catch {
      // The other value of a rotation may fit.
    }
  }
  return undefined;
}

const deriveKey = (value: string): Buffer => createHash('sha256').update(`totp ${value}`).digest();

// ── recovery codes ──

/** Replaces the recovery codes; the texts are shown once. */
export async function createRecoveryCodes(tx: Transaction, operatorId: string): Promise<string[]> {
  await store.deleteCodes(tx, operatorId, ['recovery']);
  const codes = Array.from({ length: RECOVERY_CODES }, createCode);
  for (const code of codes) {
    await store.insertCode(tx, { codeHash: hashCode(code), operatorId, kind: 'recovery', lifeSeconds: null });
  }
  return codes;
}

// ── passkeys ──

/** Options of a new passkey, with a challenge for this operator. */
export async function createPasskeyOptions(
  database: Queryable,
  rp: RelyingParty,
  operator: { readonly operatorId: string; readonly name: string; readonly displayName: string },
): Promise<object> {
  const known = await store.listPasskeys(database, operator.operatorId);
  const options = await generateRegistrationOptions({
    rpName: ISSUER,
    rpID: rp.id,
    userName: operator.name,
    userDisplayName: operator.displayName,
    userID: new Uint8Array(Buffer.from(operator.operatorId)),
    attestationType: 'none',
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    excludeCredentials: known.map(({ credentialId }) => ({ id: credentialId })),
  });
  await store.insertChallenge(database, {
    challenge: options.challenge,
    purpose: 'enrol',
    operatorId: operator.operatorId,
    contentHash: null,
    lifeSeconds: CHALLENGE_SECONDS,
  });
  return options;
}

/** Stores a new passkey; false if the response does not prove it. */
export async function addPasskey(
  tx: Queryable,
  rp: RelyingParty,
  of: { readonly operatorId: string; readonly response: unknown },
): Promise<boolean> {
  const challenge = readChallenge(of.response);
  const taken = challenge === undefined ? undefined : await store.takeChallenge(tx, challenge);
  if (challenge === undefined || taken?.purpose !== 'enrol' || taken.operatorId !== of.operatorId) return false;
  const verified = await verifyRegistrationResponse({
    response: of.response as RegistrationResponseJSON,
    expectedChallenge: challenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
  }).catch(() => undefined);
  if (verified?.verified !== true || verified.registrationInfo === undefined) return false;
  const { credential } = verified.registrationInfo;
  await store.insertPasskey(tx, {
    credentialId: credential.id,
    operatorId: of.operatorId,
    publicKey: Buffer.from(credential.publicKey),
    counter: BigInt(credential.counter),
    transports: credential.transports ?? [],
    label: LABEL,
  });
  return true;
}

/** Options of an assertion; for a decision the challenge is the hash of a nonce, the request and its content. */
export async function createAssertionOptions(
  database: Queryable,
  rp: RelyingParty,
  of: {
    readonly purpose: Exclude<store.ChallengePurpose, 'enrol'>;
    readonly operatorId?: string | undefined;
    readonly decision?: SignedDecision | undefined;
  },
): Promise<object> {
  const nonce = randomBytes(CHALLENGE_BYTES);
  const challenge = of.decision === undefined ? nonce : hashDecision(nonce, of.decision);
  const keys = of.operatorId === undefined ? [] : await store.listPasskeys(database, of.operatorId);
  const options = await generateAuthenticationOptions({
    rpID: rp.id,
    userVerification: 'required',
    challenge: new Uint8Array(challenge),
    allowCredentials: keys.map(({ credentialId }) => ({ id: credentialId })),
  });
  await store.insertChallenge(database, {
    challenge: options.challenge,
    purpose: of.purpose,
    operatorId: of.operatorId ?? null,
    contentHash: of.decision === undefined ? null : of.decision.contentHash,
    lifeSeconds: CHALLENGE_SECONDS,
  });
  return of.decision === undefined ? options : { ...options, nonce: nonce.toString('base64url') };
}

/** The content of a signed decision. */
export type SignedDecision = { readonly siteId: number; readonly request: string; readonly contentHash: Buffer };

function hashDecision(nonce: Buffer, { siteId, request, contentHash }: SignedDecision): Buffer {
  return createHash('sha256').update(nonce).update(`${siteId}:${request}:`).update(contentHash).digest();
}

/** True if the challenge is that of this decision. */
function isChallengeOf(decision: SignedDecision, nonce: string | undefined, challenge: string): boolean {
  const bytes = Buffer.from(nonce ?? '', 'base64url');
  return bytes.length === CHALLENGE_BYTES && hashDecision(bytes, decision).toString('base64url') === challenge;
}

export type PasskeyUse = { readonly operatorId: string; readonly proof: store.PasskeyProof };

/** The operator of an assertion; undefined if it proves nothing for this purpose and content. */
export async function consumePasskey(
  database: Database | Transaction,
  rp: RelyingParty,
  of: {
    readonly purpose: Exclude<store.ChallengePurpose, 'enrol'>;
    readonly response: unknown;
    readonly decision?: SignedDecision | undefined;
    /** Of the challenge of a decision. */
    readonly nonce?: string | undefined;
  },
): Promise<PasskeyUse | undefined> {
  const challenge = readChallenge(of.response);
  const taken = challenge === undefined ? undefined : await store.takeChallenge(database, challenge);
  if (challenge === undefined || taken?.purpose !== of.purpose) return undefined;
  if (of.decision !== undefined && !isChallengeOf(of.decision, of.nonce, challenge)) return undefined;
  const response = of.response as AuthenticationResponseJSON;
  const key = typeof response.id === 'string' ? await store.findPasskey(database, response.id) : undefined;
  if (!key || (taken.operatorId !== null && taken.operatorId !== key.operatorId)) return undefined;
  const verified = await verifyAssertion(response, challenge, { rp, key, counter: Number(key.counter) });
  if (verified === undefined) return undefined;
  const to = BigInt(verified);
  if (!(await store.raiseCounter(database, key.credentialId, { from: key.counter, to }))) return undefined;
  return {
    operatorId: key.operatorId,
    proof: { credentialId: key.credentialId, challenge, nonce: of.nonce, origin: rp.origin, response },
  };
}

/**
 * Checks a stored proof again: false for a decision that another program wrote. The signature is not checked when the
 * passkey was replaced since.
 */
export async function isProofTrue(
  database: Queryable,
  of: { readonly decision: SignedDecision; readonly decidedBy: string; readonly proof: store.PasskeyProof | null },
): Promise<boolean> {
  const { decision, decidedBy, proof } = of;
  if (proof === null || !isChallengeOf(decision, proof.nonce, proof.challenge)) return false;
  const key = await store.findPasskey(database, proof.credentialId);
  if (!key) return true;
  const rp = { origin: proof.origin, id: URL.parse(proof.origin)?.hostname ?? '' };
  const response = proof.response as AuthenticationResponseJSON;
  // The stored counter is that of the newest use.
  const verified = await verifyAssertion(response, proof.challenge, { rp, key, counter: 0 });
  return verified !== undefined && key.operatorId === decidedBy;
}

async function verifyAssertion(
  response: AuthenticationResponseJSON,
  expectedChallenge: string,
  { rp, key, counter }: { readonly rp: RelyingParty; readonly key: store.Passkey; readonly counter: number },
): Promise<number | undefined> {
  const verified = await verifyAuthenticationResponse({
    response,
    expectedChallenge,
    expectedOrigin: rp.origin,
    expectedRPID: rp.id,
    requireUserVerification: true,
    credential: { id: key.credentialId, publicKey: new Uint8Array(key.publicKey), counter },
  }).catch(() => undefined);
  return verified?.verified === true ? verified.authenticationInfo.newCounter : undefined;
}

/** The challenge inside a response of a browser. */
function readChallenge(response: unknown): string | undefined {
  try {
    const { response: inner } = response as { readonly response: { readonly clientDataJSON: string } };
    const data = JSON.parse(Buffer.from(inner.clientDataJSON, 'base64url').toString('utf8')) as { challenge?: unknown };
    return typeof data.challenge === 'string' && data.challenge.length <= 200 ? data.challenge : undefined;
  } catch {
    return undefined;
  }
}
