// Commands about requests of two people: list the open ones, decide one.
//
// Elsewhere: the rule of two people (modules/operators), decisions by passkey (the back office).

import { isActionName } from '@chaba/contract/back-office/actions';
import * as operators from '@chaba/server/modules/operators';

import { formatDeciders, rethrow } from './act.ts';
import { type CommandContext, requireReason } from './command-context.ts';
import { createContext, readProof, requireActing } from './identity.ts';
import { formatFacts, formatTable, formatTime } from './printing.ts';
import { sentencesOf } from './sentences.ts';
import { UsageError } from './usage-error.ts';

const SHOWN_MAX = 100;
const VERDICTS = { approve: 'approved', reject: 'rejected', withdraw: 'withdrawn' } as const;

/** requests: the open requests that concern the person. */
export async function listRequests(context: CommandContext): Promise<string> {
  const acting = await requireActing(context, createContext(context));
  const page = { isOpen: true, before: undefined, limit: SHOWN_MAX };
  const open = await operators.requests.list(context.database, context.site.id, page);
  const rows = open.filter((request) => operators.requests.maySee(acting, request));
  if (rows.length === 0) return `No request waits for you at ${context.site.code}.`;
  return formatTable(
    rows.map((request) => [
      operators.requests.format(request.requestId),
      request.action,
      request.subject,
      `by ${request.requesterName}`,
      `until ${formatTime(request.expiresAt)}`,
      isActionName(request.action) ? `waits for ${formatDeciders(request.action)}` : '',
      formatFacts((JSON.parse(request.content) as { facts: operators.ActionFacts }).facts),
    ]),
  );
}

/** decide <request> approve|reject|withdraw [--code <six digits>] */
export async function decideRequest(context: CommandContext, typed = '', word = ''): Promise<string> {
  const verdict = Object.hasOwn(VERDICTS, word) ? VERDICTS[word as keyof typeof VERDICTS] : undefined;
  if (verdict === undefined) throw new UsageError('Write: decide <request> approve, reject or withdraw.', 2);
  const reason = requireReason(context.given);
  const actions = createContext(context);
  const acting = await requireActing(context, actions);
  const fail = (error: unknown): never => rethrow(error, { context, input: {}, sentences: { done: () => '' } });
  const request = await loadRequest(context, typed).catch(fail);
  const { input } = JSON.parse(request.content) as { readonly input: operators.ActionInput };
  const sentences = isActionName(request.action) ? sentencesOf(request.action) : undefined;
  const result = await operators.requests
    .decide(actions, acting, operators.CLI_CALLER, {
      requestId: request.requestId,
      verdict,
      reason,
      contentHash: request.contentHash.toString('hex'),
      proof: readProof(acting, context.given.code),
    })
    .catch((error: unknown) => (sentences === undefined ? fail(error) : rethrow(error, { context, input, sentences })));
  if (verdict !== 'approved' || sentences === undefined) {
    return `${operators.requests.format(request.requestId)} is ${result.outcome}.`;
  }
  return sentences.done({ context, input, ...result, after: result.after ?? {}, secret: result.secret });
}

async function loadRequest(
  { database, site }: CommandContext,
  typed: string,
): Promise<operators.requests.ApprovalRequest> {
  return operators.requests.load(database, site.id, operators.requests.parse(typed));
}
