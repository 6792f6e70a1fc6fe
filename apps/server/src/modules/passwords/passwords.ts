// Passwords: Argon2id (19 MiB, two passes), at most two at a time in this process, and a short queue.
//
// Always true: hashing is the most expensive operation that an anonymous caller can trigger, so the queue is short and
// a full queue rejects with a retry time. The last places of the queue are kept for known callers, so a flood of
// strangers does not keep members out. Comparing for an unknown member takes the same time as for a known one.
//
// Elsewhere: attempt limits (attempt-limits.ts).

import { argon2, randomBytes, timingSafeEqual } from 'node:crypto';
import { promisify } from 'node:util';

import { PASSWORD_LENGTH_MAX, PASSWORD_LENGTH_MIN } from '@chaba/contract/constraints';

import { assert, fail } from '#core/domain-error';
import { passwordHashWaiting } from '#core/metrics';

import { commonPasswords } from './common-passwords.ts';

const MEMORY_KIB = 19 * 1024;
const PASSES = 2;
const SALT_BYTES = 16;
const HASH_BYTES = 32;
const AT_ONCE_MAX = 2;
const WAITING_MAX = 50;
/** Of them, for callers that are not known. */
const STRANGERS_WAITING_MAX = 40;
const RETRY_S = 2;

const derive = promisify(argon2);

/** `known`: a session, or a device with an earlier sign-in of the member. */
export type HashCaller = 'known' | 'stranger';

let running = 0;
const waiting: { readonly caller: HashCaller; readonly start: () => void }[] = [];
passwordHashWaiting.onRead((add) => add(waiting.length));

/** Rejects a new password that is too short, too long or commonly guessed. `phone` undefined: not known yet. */
export function checkNewPassword(password: string, confirmed: string, phone: string | undefined): void {
  if (password !== confirmed) fail('PASSWORD_MISMATCH');
  const { length } = [...password];
  if (length < PASSWORD_LENGTH_MIN || length > PASSWORD_LENGTH_MAX) {
    fail('PASSWORD_LENGTH', { minimum: PASSWORD_LENGTH_MIN, maximum: PASSWORD_LENGTH_MAX });
  }
  if (isCommon(password, phone)) fail('PASSWORD_TOO_COMMON');
}

/** True for a password that is guessed early: listed, one sign repeated, a run, or a short sequence repeated. */
export function isPasswordCommon(password: string): boolean {
  return isCommon(password, undefined);
}

export async function hashPassword(password: string, caller: HashCaller): Promise<string> {
  const salt = randomBytes(SALT_BYTES);
  const hash = await withHashSlot(caller, () => derivePasswordHash(password, salt));
  return `$argon2id$v=19$m=${MEMORY_KIB},t=${PASSES},p=1$${text(salt)}$${text(hash)}`;
}

/** Compares; without a stored hash it does the same work and returns false. */
export async function isPasswordRight(
  password: string,
  stored: string | undefined,
  caller: HashCaller,
): Promise<boolean> {
  const [salt, expected] = stored === undefined ? createDummyHash() : parseStoredHash(stored);
  const hash = await withHashSlot(caller, () => derivePasswordHash(password, salt));
  return timingSafeEqual(hash, expected) && stored !== undefined;
}

function derivePasswordHash(password: string, salt: Buffer): Promise<Buffer> {
  const message = Buffer.from(password.normalize('NFC'), 'utf8');
  return derive('argon2id', {
    message,
    nonce: salt,
    parallelism: 1,
    tagLength: HASH_BYTES,
    memory: MEMORY_KIB,
    passes: PASSES,
  });
}

async function withHashSlot<Result>(caller: HashCaller, work: () => Promise<Result>): Promise<Result> {
  if (running < AT_ONCE_MAX) running += 1;
  else {
    if (isQueueFull(caller)) fail('TOO_MANY_REQUESTS', { waitSeconds: RETRY_S });
    await new Promise<void>((start) => {
      waiting.push({ caller, start });
    });
  }
  try {
    return await work();
  } finally {
    // The slot passes to the longest waiting caller, so later callers cannot overtake it.
    const next = waiting.shift();
    if (next) next.start();
    else running -= 1;
  }
}

function isQueueFull(caller: HashCaller): boolean {
  if (waiting.length >= WAITING_MAX) return true;
  return caller === 'stranger' && waiting.filter((each) => each.caller === caller).length >= STRANGERS_WAITING_MAX;
}

function parseStoredHash(stored: string): [salt: Buffer, hash: Buffer] {
  const [, kind, version, cost, salt, hash] = stored.split('$');
  assert(
    kind === 'argon2id' && version === 'v=19' && cost === `m=${MEMORY_KIB},t=${PASSES},p=1`,
    'we stored this hash ourselves',
  );
  assert(salt !== undefined && hash !== undefined, 'a stored hash has a salt and a hash');
  return [Buffer.from(salt, 'base64'), Buffer.from(hash, 'base64')];
}

function createDummyHash(): [salt: Buffer, hash: Buffer] {
  return [Buffer.alloc(SALT_BYTES), Buffer.alloc(HASH_BYTES)];
}

function text(bytes: Buffer): string {
  return bytes.toString('base64').replace(/=+$/, '');
}

function isCommon(password: string, phone: string | undefined): boolean {
  const plain = password.toLowerCase();
  if ((phone !== undefined && plain.includes(phone)) || commonPasswords.has(plain)) return true;
  const codes = [...plain].map((sign) => sign.codePointAt(0) ?? 0);
  const steps = new Set(codes.slice(1).map((code, index) => code - (codes[index] ?? 0)));
  // One character repeated, or an ascending or descending run: aaaaaaaa, 12345678, 98765432.
  const [step] = steps;
  if (steps.size === 1 && step !== undefined && Math.abs(step) <= 1) return true;
  // A short sequence repeated: 12121212, abcabcabc.
  return [2, 3, 4].some(
    (size) =>
      plain.length >= size * 2 &&
      plain ===
        plain
          .slice(0, size)
          .repeat(Math.ceil(plain.length / size))
          .slice(0, plain.length),
  );
}
