// Sign-in of operators: factors, wrong tries, sessions, invitations.
//
//     invitation ──enrol──▶ factors ──sign-in──▶ session ──15 min idle, 8 h, sign-out, disabled──▶ ended
//                              └──recovery code──▶ enrolment of a new factor
//
// Always true: every failure has one code and takes the time of a password comparison. Wrong tries count by name and by
// network, whether or not the name exists; a try counts before its result is used, so many at once are no more than one
// after the other. A locked name does not stop a passkey, which cannot be guessed. A session is read from the database
// at every call, so an end holds everywhere at once. Only calls that a person caused extend it.
//
// Elsewhere: factors (factors.ts), the cookie (apps/server/src/back-office/session.ts).

import { createHash, randomBytes } from 'node:crypto';

import {
  IDLE_SECONDS,
  PASSWORD_LENGTH_MIN,
  SESSION_SECONDS,
  STEP_UP_SECONDS,
} from '@chaba/contract/back-office/actions';
import type { FactorProof } from '@chaba/contract/back-office/wire';
import type { Database, Transaction } from '@chaba/database';

import type { SecretValues } from '#core/config';
import { operatorLockouts } from '#core/metrics';
import { hashPassword, isPasswordCommon, isPasswordRight } from '#modules/passwords';
import { parseDeviceName } from '#modules/sessions';

import { appendEntry } from './audit-chain.ts';
import {
  addPasskey,
  consumeTotp,
  createCode,
  createPasskeyOptions,
  createRecoveryCodes,
  createTotpSecret,
  decryptSecret,
  encryptSecret,
  findTotpStep,
  hashCode,
  type RelyingParty,
  type SignedDecision,
  toTotpUri,
  consumePasskey,
} from './factors.ts';
import * as factors from './factors.store.ts';
import { failOperator } from './operator-error.ts';
import * as people from './people.store.ts';

export type SignInContext = {
  readonly database: Database;
  readonly secret: SecretValues;
  readonly mode: 'play' | 'licensed';
  /** Operators of play mode may sign in with the demo password alone. */
  readonly isDemoOpen: boolean;
};

/** The caller of a sign-in: its network as a hash, its browser, the origin of its page. */
export type OperatorCaller = { readonly network: string; readonly userAgent: string; readonly rp: RelyingParty };

export type OperatorSession = factors.OperatorSessionRow & { readonly roles: readonly people.HeldRole[] };

export type OpenedOperatorSession = { readonly token: string; readonly session: OperatorSession };

const LIVES = { idleSeconds: IDLE_SECONDS, lifeSeconds: SESSION_SECONDS, stepUpSeconds: STEP_UP_SECONDS };
const SESSIONS_MAX = 3;
const INVITATION_SECONDS = 30 * 60;
const ENROLMENT_SECONDS = 10 * 60;
const TOKEN_BYTES = 32;
const LOCK_SECONDS = 15 * 60;
const NAME_LIMIT = { most: 3, mostOfAll: 10, windowSeconds: LOCK_SECONDS };
const NETWORK_LIMIT = { most: 20, mostOfAll: null, windowSeconds: LOCK_SECONDS };

const ofName = (name: string): string => `name:${name.slice(0, 60)}`;
const ofNetwork = (network: string): string => `network:${network}`;

export type PasswordSignIn = { readonly name: string; readonly password: string; readonly code: string };

/** Signs in by password and TOTP, or returns a code that enrols a new factor after a recovery code. */
export async function signInByPassword(
  context: SignInContext,
  caller: OperatorCaller,
  { name, password, code }: PasswordSignIn,
): Promise<OpenedOperatorSession | { readonly enrolmentCode: string }> {
  const { database } = context;
  const operator = await people.findByName(database, name);
  const isRight = await isPasswordRight(password, operator?.passwordHash ?? undefined, 'stranger');
  const counted = await countTry(database, caller, name);
  if (!operator || !isRight || counted === 'locked' || operator.disabledAt !== null) {
    return failSignIn(context, caller, { name, counted });
  }
  if (operator.isDemo) {
    if (!context.isDemoOpen) return failSignIn(context, caller, { name, counted });
    return openSession(context, caller, { operator, factor: 'demo' });
  }
  const secret = operator.totpSecret === null ? undefined : decryptSecret(context.secret, operator.totpSecret);
  if (secret !== undefined && (await consumeTotp(database, { operatorId: operator.operatorId, secret, code }))) {
    return openSession(context, caller, { operator, factor: 'totp' });
  }
  const enrolmentCode = await consumeRecoveryCode(context, operator, code);
  return enrolmentCode === undefined ? failSignIn(context, caller, { name, counted }) : { enrolmentCode };
}

/** Signs in by a passkey alone. */
export async function signInByPasskey(
  context: SignInContext,
  caller: OperatorCaller,
  response: unknown,
): Promise<OpenedOperatorSession> {
  const { database } = context;
  const isLocked = await factors.isSubjectLocked(database, ofNetwork(caller.network));
  const used = isLocked ? undefined : await consumePasskey(database, caller.rp, { purpose: 'sign-in', response });
  const operator = used && (await people.loadById(database, used.operatorId));
  if (!operator || operator.disabledAt !== null) return failSignIn(context, caller);
  return openSession(context, caller, { operator, factor: 'passkey' });
}

type Try = { readonly name: string; readonly counted: factors.Counted };

/** Counts a try of this name; a success deletes the count. A locked network counts for no name. */
async function countTry(database: Database, { network }: OperatorCaller, name: string): Promise<factors.Counted> {
  if (await factors.isSubjectLocked(database, ofNetwork(network))) return 'locked';
  return factors.countTry(database, ofName(name), NAME_LIMIT);
}

async function failSignIn(context: SignInContext, caller: OperatorCaller, of?: Try): Promise<never> {
  await recordFailure(context, caller, of);
  return failOperator('SIGN_IN_FAILED');
}

async function recordFailure({ database }: SignInContext, { network }: OperatorCaller, of?: Try): Promise<void> {
  await factors.countTry(database, ofNetwork(network), NETWORK_LIMIT);
  if (of?.counted !== 'last') return;
  operatorLockouts.inc();
  await recordLockout(database, of.name);
}

async function recordLockout(database: Database, name: string): Promise<void> {
  const operator = await people.findByName(database, name);
  if (!operator) return;
  await recordForSites(database, operator, { action: 'operator.locked', outcome: 'refused', code: 'SIGN_IN_FAILED' });
}

async function consumeRecoveryCode(
  { database }: SignInContext,
  operator: people.OperatorRecord,
  code: string,
): Promise<string | undefined> {
  const enrolmentCode = createCode();
  const isUsed = await database.transaction(async (tx) => {
    const codeHash = hashCode(code);
    const known = await factors.lockCode(tx, codeHash);
    if (known?.kind !== 'recovery' || known.operatorId !== operator.operatorId) return false;
    await factors.useCode(tx, codeHash);
    await factors.deleteFailures(tx, ofName(operator.name));
    await factors.insertCode(tx, {
      codeHash: hashCode(enrolmentCode),
      operatorId: operator.operatorId,
      kind: 'enrolment',
      lifeSeconds: ENROLMENT_SECONDS,
    });
    await appendForSites(tx, operator, { action: 'operator.recovery-used', outcome: 'done' });
    return true;
  });
  return isUsed ? enrolmentCode : undefined;
}

async function openSession(
  context: SignInContext,
  caller: OperatorCaller,
  {
    operator,
    factor,
  }: { readonly operator: people.OperatorRecord; readonly factor: factors.OperatorSessionRow['factor'] },
): Promise<OpenedOperatorSession> {
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await context.database.transaction(async (tx) => {
    await factors.deleteFailures(tx, ofName(operator.name));
    await insertSession(tx, caller, { operator, factor, token });
    await appendForSites(tx, operator, {
      action: 'operator.signed-in',
      outcome: 'done',
      factor,
      network: caller.network,
    });
  });
  const session = await readSession(context, token, caller);
  return session === undefined ? failOperator('SIGN_IN_FAILED') : { token, session };
}

async function insertSession(
  tx: Transaction,
  { network, userAgent }: OperatorCaller,
  of: {
    readonly operator: people.OperatorRecord;
    readonly factor: factors.OperatorSessionRow['factor'];
    readonly token: string;
  },
): Promise<void> {
  const { operatorId } = of.operator;
  const row = { operatorId, factor: of.factor, network, deviceName: parseDeviceName(userAgent) };
  await factors.insertSession(tx, { ...row, tokenHash: hashToken(of.token), channel: 'web' });
  await factors.deleteOldSessions(tx, operatorId, SESSIONS_MAX);
}

/**
 * The open session of a token, with the roles of now. `isAct`: a person caused the call, which extends the session. In
 * another network than that of the last factor the step-up is over.
 */
export async function readSession(
  { database }: Pick<SignInContext, 'database'>,
  token: string,
  {
    network,
    isAct = false,
    channel = 'web',
  }: { readonly network: string; readonly isAct?: boolean; readonly channel?: factors.SessionChannel },
): Promise<OperatorSession | undefined> {
  const tokenHash = hashToken(token);
  const session = await factors.findSession(database, { tokenHash, channel }, LIVES);
  if (!session) return undefined;
  if (isAct) await factors.extendSession(database, tokenHash);
  const roles = await people.listRoles(database, session.operatorId);
  const stepUpLeft = session.network === network ? session.stepUpLeft : 0;
  return { ...session, network, stepUpLeft, roles, ...(isAct ? { idleLeft: IDLE_SECONDS } : {}) };
}

/** The network of sessions of the command line, which have no address. */
export const CLI_NETWORK = 'cli';
const LOGIN_SECONDS = 5 * 60;
const LOGIN_LETTERS = '23456789ABCDEFGHJKLMNPQRSTUVWXYZ';
const LOGIN_LENGTH = 10;

/** "K7QF2-M9XAB": letters that are not mistaken for another. */
function createLoginCode(): string {
  const letters = Array.from(randomBytes(LOGIN_LENGTH), (byte) => LOGIN_LETTERS[byte % LOGIN_LETTERS.length] ?? '');
  return `${letters.slice(0, LOGIN_LENGTH / 2).join('')}-${letters.slice(LOGIN_LENGTH / 2).join('')}`;
}

const hashLoginCode = (code: string): Buffer => hashCode(`login ${code.toUpperCase().replaceAll(/[^A-Z0-9]/g, '')}`);

/** Begins a sign-in of the command line: its token counts once this person confirms the code in the pages. */
export async function requestLogin(
  { database }: Pick<SignInContext, 'database'>,
  name: string,
): Promise<{ readonly code: string; readonly token: string }> {
  const operator = await people.findByName(database, name);
  if (!operator || operator.disabledAt !== null) return failOperator('OPERATOR_UNKNOWN');
  const code = createLoginCode();
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  await database.transaction((tx) =>
    factors.replaceLogin(tx, {
      codeHash: hashLoginCode(code),
      operatorId: operator.operatorId,
      tokenHash: hashToken(token),
      lifeSeconds: LOGIN_SECONDS,
    }),
  );
  return { code, token };
}

/** Confirms the code of the command line with a recent factor: its token is a session of this person from then on. */
export async function confirmLogin(
  context: SignInContext,
  caller: OperatorCaller,
  { session, code }: { readonly session: OperatorSession; readonly code: string },
): Promise<void> {
  requireStepUp(session);
  const { operatorId, factor } = session;
  const isOpen = await context.database.transaction(async (tx) => {
    const tokenHash = await factors.takeLogin(tx, { codeHash: hashLoginCode(code), operatorId });
    if (tokenHash === undefined) return false;
    const row = { operatorId, factor, network: CLI_NETWORK, deviceName: 'command line', channel: 'cli' } as const;
    await factors.insertSession(tx, { ...row, tokenHash });
    await factors.deleteOldSessions(tx, operatorId, SESSIONS_MAX);
    await appendForSites(tx, session, { action: 'operator.signed-in', outcome: 'done', factor, channel: 'cli' });
    return true;
  });
  if (!isOpen) await failCode(context, caller);
}

const hashToken = (token: string): Buffer => createHash('sha256').update(token).digest();

export async function signOut({ database }: SignInContext, session: OperatorSession): Promise<void> {
  await database.transaction(async (tx) => {
    await factors.deleteSession(tx, session);
    await appendForSites(tx, session, { action: 'operator.signed-out', outcome: 'done' });
  });
}

/** Ends another session of the same person. */
export async function endOwnSession(
  { database }: SignInContext,
  session: OperatorSession,
  sessionId: string,
): Promise<void> {
  if (!/^[0-9a-f-]{36}$/.test(sessionId)) failOperator('FIELD_INVALID', { field: 'id' });
  if (!(await factors.deleteSession(database, { operatorId: session.operatorId, sessionId }))) {
    failOperator('NOT_FOUND');
  }
}

export async function loadOwnAccount({ database }: SignInContext, { operatorId }: OperatorSession) {
  const [sessions, passkeys, recoveryCodesLeft] = await Promise.all([
    factors.listSessions(database, operatorId, LIVES),
    factors.listPasskeys(database, operatorId),
    factors.countCodes(database, operatorId),
  ]);
  return { sessions, passkeys, recoveryCodesLeft };
}

/** Options of a further passkey, which needs a recent factor. */
export async function createOwnPasskeyOptions(
  { database }: SignInContext,
  rp: RelyingParty,
  session: OperatorSession,
): Promise<object> {
  requireStepUp(session);
  return createPasskeyOptions(database, rp, session);
}

export async function addOwnPasskey(
  { database }: SignInContext,
  rp: RelyingParty,
  { session, response }: { readonly session: OperatorSession; readonly response: unknown },
): Promise<void> {
  requireStepUp(session);
  await database.transaction(async (tx) => {
    if (!(await addPasskey(tx, rp, { operatorId: session.operatorId, response }))) failOperator('FACTOR_WRONG');
    await appendForSites(tx, session, { action: 'operator.passkey-added', outcome: 'done', factor: session.factor });
  });
}

export function requireStepUp({ stepUpLeft }: OperatorSession): void {
  if (stepUpLeft <= 0) failOperator('STEP_UP_REQUIRED');
}

export type UsedFactor = { readonly factor: 'passkey' | 'totp' | 'demo'; readonly proof: object | null };

type FactorCheck = {
  readonly session: OperatorSession;
  readonly proof: FactorProof;
  readonly decision?: SignedDecision | undefined;
};

/** Checks a factor of this person again; for a decision a passkey proves site, request and content. */
export async function consumeFactor(
  context: SignInContext,
  caller: OperatorCaller,
  of: FactorCheck,
): Promise<UsedFactor> {
  const { database } = context;
  const { proof } = of;
  const { name } = of.session;
  if (proof.kind === 'passkey') {
    const isLocked = await factors.isSubjectLocked(database, ofNetwork(caller.network));
    const used = isLocked ? undefined : await checkFactor(context, caller, of);
    if (used !== undefined) return used;
    await recordFailure(context, caller);
  } else {
    const counted = await countTry(database, caller, name);
    const used = counted === 'locked' ? undefined : await checkFactor(context, caller, of);
    if (used !== undefined) {
      await factors.deleteFailures(database, ofName(name));
      return used;
    }
    await recordFailure(context, caller, { name, counted });
  }
  return failOperator('FACTOR_WRONG', { field: proof.kind });
}

async function checkFactor(
  context: SignInContext,
  { rp }: OperatorCaller,
  { session, proof, decision }: FactorCheck,
): Promise<UsedFactor | undefined> {
  const { database } = context;
  if (proof.kind === 'passkey') {
    const { response, nonce } = proof;
    const purpose = decision === undefined ? 'step-up' : 'decide';
    const used = await consumePasskey(database, rp, { purpose, response, decision, nonce });
    return used?.operatorId === session.operatorId ? { factor: 'passkey', proof: used.proof } : undefined;
  }
  const operator = await people.loadById(database, session.operatorId);
  if (proof.kind === 'demo') {
    const isDemo = operator.isDemo && context.isDemoOpen;
    const isRight = isDemo && (await isPasswordRight(proof.password, operator.passwordHash ?? undefined, 'known'));
    return isRight ? { factor: 'demo', proof: null } : undefined;
  }
  const secret = operator.totpSecret === null ? undefined : decryptSecret(context.secret, operator.totpSecret);
  if (secret === undefined) return undefined;
  const isRight = await consumeTotp(database, { operatorId: operator.operatorId, secret, code: proof.code });
  return isRight ? { factor: 'totp', proof: null } : undefined;
}

/** Records a factor used again: actions are open for five minutes. */
export async function stepUp(
  context: SignInContext,
  caller: OperatorCaller,
  of: { readonly session: OperatorSession; readonly proof: FactorProof },
): Promise<void> {
  await consumeFactor(context, caller, of);
  await factors.markSteppedUp(context.database, of.session.sessionId, caller.network);
}

// ── invitations ──

/** Makes the one-time code of an invitation, which replaces earlier ones. */
export async function createInvitation(tx: Transaction, operatorId: string): Promise<string> {
  const code = createCode();
  await factors.deleteCodes(tx, operatorId, ['invitation', 'enrolment']);
  await factors.insertCode(tx, {
    codeHash: hashCode(code),
    operatorId,
    kind: 'invitation',
    lifeSeconds: INVITATION_SECONDS,
  });
  return code;
}

export type EnrolmentStart = {
  readonly name: string;
  readonly displayName: string;
  readonly totpUri: string;
  readonly totpSecret: string;
  readonly passkey: object;
};

/** The first step of an enrolment: a new TOTP secret and the options of a passkey. */
export async function startEnrolment(
  context: SignInContext,
  caller: OperatorCaller,
  code: string,
): Promise<EnrolmentStart> {
  const { database } = context;
  if (await factors.isSubjectLocked(database, ofNetwork(caller.network))) failOperator('CODE_INVALID');
  const codeHash = hashCode(code);
  const started = await database.transaction(async (tx) => {
    const known = await factors.lockCode(tx, codeHash);
    if (!known || known.kind === 'recovery') return undefined;
    const secret = createTotpSecret();
    await factors.setCodeSecret(tx, codeHash, encryptSecret(context.secret, secret));
    return { operator: await people.loadById(tx, known.operatorId), secret };
  });
  if (started === undefined) return failCode(context, caller);
  const { operator, secret } = started;
  if (operator.disabledAt !== null) return failCode(context, caller);
  return {
    name: operator.name,
    displayName: operator.displayName,
    totpUri: toTotpUri(operator.name, secret),
    totpSecret: secret,
    passkey: await createPasskeyOptions(database, caller.rp, operator),
  };
}

async function failCode({ database }: SignInContext, { network }: OperatorCaller): Promise<never> {
  await factors.countTry(database, ofNetwork(network), NETWORK_LIMIT);
  return failOperator('CODE_INVALID');
}

export type NewFactor =
  | { readonly kind: 'passkey'; readonly response: unknown }
  | { readonly kind: 'password'; readonly password: string; readonly totp: string };

/** Ends an enrolment: stores the factor, replaces the recovery codes, and opens a session. */
export async function enrol(
  context: SignInContext,
  caller: OperatorCaller,
  { code, factor }: { readonly code: string; readonly factor: NewFactor },
): Promise<OpenedOperatorSession & { readonly recoveryCodes: readonly string[] }> {
  const { database } = context;
  if (factor.kind === 'password') checkPassword(factor.password);
  const passwordHash = factor.kind === 'password' ? await hashPassword(factor.password, 'stranger') : undefined;
  const codeHash = hashCode(code);
  const token = randomBytes(TOKEN_BYTES).toString('base64url');
  const recoveryCodes = await database.transaction(async (tx) => {
    const known = await factors.lockCode(tx, codeHash);
    if (!known || known.kind === 'recovery') return undefined;
    const operator = await people.loadById(tx, known.operatorId);
    if (operator.disabledAt !== null) return undefined;
    if (known.kind === 'invitation') await deleteFactors(tx, operator.operatorId);
    if (factor.kind === 'passkey') {
      const { response } = factor;
      if (!(await addPasskey(tx, caller.rp, { operatorId: operator.operatorId, response }))) {
        failOperator('FACTOR_WRONG');
      }
    } else await storeTotp(context, tx, { known, passwordHash: passwordHash ?? '', code: factor.totp });
    await factors.useCode(tx, codeHash);
    // A lock without end has a way back: an invitation, of the host too.
    if (known.kind === 'invitation') await factors.deleteFailures(tx, ofName(operator.name));
    const codes = await createRecoveryCodes(tx, operator.operatorId);
    await factors.deleteSessions(tx, operator.operatorId);
    const used = factor.kind === 'passkey' ? 'passkey' : 'totp';
    await insertSession(tx, caller, { operator, factor: used, token });
    await appendForSites(tx, operator, {
      action: 'operator.enrolled',
      outcome: 'done',
      factor: used,
      network: caller.network,
    });
    return codes;
  });
  const session = recoveryCodes && (await readSession(context, token, caller));
  if (!recoveryCodes || !session) return failCode(context, caller);
  return { token, session, recoveryCodes };
}

async function storeTotp(
  context: SignInContext,
  tx: Transaction,
  of: { readonly known: factors.CodeRow; readonly passwordHash: string; readonly code: string },
): Promise<void> {
  const { operatorId, totpSecret } = of.known;
  const secret = totpSecret === null ? undefined : decryptSecret(context.secret, totpSecret);
  const step = secret === undefined ? undefined : findTotpStep(secret, of.code);
  if (secret === undefined || step === undefined) return failOperator('FACTOR_WRONG');
  await people.setPassword(tx, operatorId, of.passwordHash);
  await people.setTotpSecret(tx, operatorId, encryptSecret(context.secret, secret));
  await factors.useTotpStep(tx, operatorId, step);
}

/** A lost factor is replaced by an invitation, which removes all of them. */
async function deleteFactors(tx: Transaction, operatorId: string): Promise<void> {
  await people.setPassword(tx, operatorId, null);
  await people.setTotpSecret(tx, operatorId, null);
  await factors.deletePasskeys(tx, operatorId);
}

function checkPassword(password: string): void {
  const { length } = [...password];
  if (length < PASSWORD_LENGTH_MIN || length > 100 || isPasswordCommon(password)) failOperator('PASSWORD_WEAK');
}

// ── entries ──

type PersonalEntry = {
  readonly action: string;
  readonly outcome: 'done' | 'refused';
  readonly factor?: string;
  readonly network?: string;
  readonly code?: string;
  readonly channel?: 'cli';
};

function recordForSites(
  database: Database,
  operator: Pick<people.OperatorRecord, 'operatorId' | 'name'>,
  entry: PersonalEntry,
): Promise<void> {
  return database.transaction((tx) => appendForSites(tx, operator, entry));
}

/** Entries about a person stand in the chain of each site where the person has a role. */
async function appendForSites(
  tx: Transaction,
  operator: Pick<people.OperatorRecord, 'operatorId' | 'name'>,
  entry: PersonalEntry,
): Promise<void> {
  const held = await people.listRoles(tx, operator.operatorId);
  for (const siteId of new Set(held.map((each) => each.siteId))) {
    const roles = held.filter((each) => each.siteId === siteId).map(({ role }) => role);
    await appendEntry(tx, siteId, {
      operator: operator.name,
      role: roles.join(' '),
      channel: 'web',
      subject: `operator ${operator.name}`,
      ...entry,
    });
  }
}

/** Job: removes what expired. */
export async function deleteExpired({ database }: Pick<SignInContext, 'database'>): Promise<void> {
  await factors.deleteExpired(database, SESSION_SECONDS);
}
