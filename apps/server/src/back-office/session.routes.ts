// Routes of the person: sign-in, enrolment, session, step-up, own account.
//
// Always true: a failed sign-in answers with one code, whatever failed. The token of a session leaves in the cookie
// only, never in a body.

import type { CallName, calls } from '@chaba/contract/back-office/calls';
import type { OwnAccount } from '@chaba/contract/back-office/wire';

import {
  addOwnPasskey,
  confirmLogin,
  createOwnPasskeyOptions,
  endOwnSession,
  enrol,
  loadOwnAccount,
  type NewFactor,
  type OpenedOperatorSession,
  type OperatorSession,
  signInByPasskey,
  signInByPassword,
  signOut,
  startEnrolment,
  stepUp,
} from '#operators/sign-in';
import { countHostEntries } from '#operators/audit-chain';
import { createAssertionOptions } from '#operators/factors';
import { failOperator } from '#operators/operator-error';
import { formatRequest, parseRequest } from '#operators/actions';
import { loadFactorKinds } from '#operators/people';
import { loadRequest, maySee } from '#operators/requests';

import type { BackOfficeContext } from './context.ts';
import { type CallBody, type CallRequest, type Handlers, readOptionalText, readText } from './routes.ts';
import { toSessionFacts } from './rows.ts';
import { getCaller, requireActing, setSessionCookie } from './session.ts';
import { readFactor } from './site.routes.ts';

const TEXT_LENGTH_MAX = 200;

/** Calls that name no site. */
type SessionCallName = {
  [Name in CallName]: (typeof calls)[Name]['auth'] extends 'open' | 'session' ? Name : never;
}[CallName];
type SessionHandlers = Pick<Handlers, SessionCallName>;

export function createSessionHandlers(context: BackOfficeContext): SessionHandlers {
  const { signIn, config, database } = context;
  const callerOf = ({ request }: CallRequest) => getCaller(request, config, context.getOrigins());

  async function toFacts(session: OperatorSession) {
    return toSessionFacts(session, config, await loadFactorKinds(database, session.operatorId));
  }

  async function open(call: CallRequest, opened: OpenedOperatorSession) {
    setSessionCookie(call.reply, config, opened.token);
    const { session } = opened;
    return { session: await toFacts(session), hostEntries: await countHostEntries(database, session) };
  }

  return {
    async signIn(call) {
      const { body } = call;
      const given = {
        name: readText(body, 'name', TEXT_LENGTH_MAX),
        password: readText(body, 'password', TEXT_LENGTH_MAX),
        code: readOptionalText(body, 'code', TEXT_LENGTH_MAX) ?? '',
      };
      const outcome = await signInByPassword(signIn, callerOf(call), given);
      return 'enrolmentCode' in outcome ? outcome : open(call, outcome);
    },
    passkeyOptions: (call) => createAssertionOptions(database, callerOf(call).rp, { purpose: 'sign-in' }),
    async passkeySignIn(call) {
      return open(call, await signInByPasskey(signIn, callerOf(call), call.body['response']));
    },
    enrolmentStart: (call) => startEnrolment(signIn, callerOf(call), readText(call.body, 'code', TEXT_LENGTH_MAX)),
    async enrol(call) {
      const code = readText(call.body, 'code', TEXT_LENGTH_MAX);
      const opened = await enrol(signIn, callerOf(call), { code, factor: readNewFactor(call.body) });
      return { ...(await open(call, opened)), recoveryCodes: opened.recoveryCodes };
    },
    session: ({ session }) => toFacts(session),
    async signOut({ session, reply }) {
      await signOut(signIn, session);
      setSessionCookie(reply, config, undefined);
      return {};
    },
    stepUpOptions: (call) => createStepUpOptions(context, { ...call, rp: callerOf(call).rp }),
    async stepUp(call) {
      await stepUp(signIn, callerOf(call), { session: call.session, proof: readFactor(call.body['factor']) });
      return {};
    },
    account: ({ session }) => loadAccount(context, session),
    async endSession({ session, body }) {
      await endOwnSession(signIn, session, readText(body, 'id', TEXT_LENGTH_MAX));
      return {};
    },
    addPasskeyOptions: (call) => createOwnPasskeyOptions(signIn, callerOf(call).rp, call.session),
    async confirmCommandLine(call) {
      const code = readText(call.body, 'code', TEXT_LENGTH_MAX);
      await confirmLogin(signIn, callerOf(call), { session: call.session, code });
      return {};
    },
    async addPasskey(call) {
      await addOwnPasskey(signIn, callerOf(call).rp, { session: call.session, response: call.body['response'] });
      return {};
    },
  };
}

/** For a decision the challenge is bound to the content of the request; else it is random. */
async function createStepUpOptions(
  { database }: BackOfficeContext,
  of: {
    readonly session: OperatorSession;
    readonly body: CallBody;
    readonly rp: ReturnType<typeof getCaller>['rp'];
  },
): Promise<object> {
  const { session, body, rp } = of;
  const { operatorId } = session;
  const request = readOptionalText(body, 'request', TEXT_LENGTH_MAX);
  if (request === undefined) return createAssertionOptions(database, rp, { purpose: 'step-up', operatorId });
  const acting = requireActing(session, readText(body, 'site', TEXT_LENGTH_MAX));
  const stored = await loadRequest(database, acting.siteId, parseRequest(request));
  if (!maySee(acting, stored)) failOperator('PERMISSION_MISSING');
  const decision = { siteId: acting.siteId, request: formatRequest(stored.requestId), contentHash: stored.contentHash };
  return createAssertionOptions(database, rp, { purpose: 'decide', operatorId, decision });
}

async function loadAccount({ signIn }: BackOfficeContext, session: OperatorSession): Promise<OwnAccount> {
  const { sessions, passkeys, recoveryCodesLeft } = await loadOwnAccount(signIn, session);
  return {
    sessions: sessions.map((each) => ({
      id: each.sessionId,
      factor: each.factor,
      deviceName: each.deviceName,
      createdAt: each.createdAt.toISOString(),
      actedAt: each.actedAt.toISOString(),
      isThis: each.sessionId === session.sessionId,
    })),
    passkeys: passkeys.map(({ credentialId, label, createdAt }) => ({
      id: credentialId.slice(0, 8),
      label,
      createdAt: createdAt.toISOString(),
    })),
    recoveryCodesLeft,
  };
}

function readNewFactor(body: CallBody): NewFactor {
  if (body['response'] !== undefined) return { kind: 'passkey', response: body['response'] };
  return {
    kind: 'password',
    password: readText(body, 'password', TEXT_LENGTH_MAX),
    totp: readText(body, 'totp', TEXT_LENGTH_MAX),
  };
}
