// Does the action of a command: as the signed-in person or as the host, and prints its sentence.
//
// Always true: a command only maps its words to the input of an action; rules, limits and the second person are those
// of the pages.
//
// Elsewhere: identity (identity.ts), sentences of each action (sentences.ts), actions (modules/operators).

import type { ActionEntry, ActionName } from '@chaba/contract/back-office/actions';
import { actions as entries } from '@chaba/contract/back-office/actions';
import { backOfficeMessages } from '@chaba/contract/back-office/error-messages.text';
import { listDecidingRoles, listGrades, permissions, type Permission, roles } from '@chaba/contract/back-office/roles';
import * as operators from '@chaba/server/modules/operators';

import { type CommandContext, requireReason } from './command-context.ts';
import { createContext, getHostName, requireActing } from './identity.ts';
import { type Done, type Sentences, sentencesOf } from './sentences.ts';
import { UsageError } from './usage-error.ts';

/** Does an action of one input and returns its sentence. */
export async function act(context: CommandContext, name: ActionName, input: operators.ActionInput): Promise<string> {
  const sentences = sentencesOf(name);
  const reason = requireReason(context.given);
  const actions = createContext(context);
  const result = await perform(context, actions, { name, input, reason }).catch((error: unknown) =>
    rethrow(error, { context, input, sentences }),
  );
  if (result.outcome === 'requested') return `${result.request ?? ''} waits for ${formatDeciders(name)}.`;
  return sentences.done({ context, input, ...result, after: result.after ?? {}, secret: result.secret });
}

async function perform(
  context: CommandContext,
  actions: operators.ActionContext,
  {
    name,
    input,
    reason,
  }: { readonly name: ActionName; readonly input: operators.ActionInput; readonly reason: string },
): Promise<Awaited<ReturnType<typeof operators.performAction>>> {
  const { site, given } = context;
  if (given.isHost) {
    return operators.host.perform(actions, { siteId: site.id, name: getHostName(), reason }, name, input);
  }
  return operators.performAction(actions, await requireActing(context, actions), name, { input, reason });
}

export function formatDeciders(name: ActionName): string {
  const { permission }: ActionEntry = entries[name];
  return listDecidingRoles(permission).join(' or ');
}

/** The sentence of a rejection; exit code 2 where the input cannot be used. */
export function rethrow(
  error: unknown,
  { context, input, sentences }: Pick<Done, 'context' | 'input'> & { readonly sentences: Sentences },
): never {
  if (!(error instanceof operators.OperatorError)) throw error;
  const { code, params } = error;
  const { reasons = [] } = params;
  const own = [...reasons, code].map((each) => sentences.rejected?.[each]).find((sentence) => sentence !== undefined);
  if (own !== undefined) throw new UsageError(own({ context, input, reasons }));
  const [sentence] = reasons;
  if (code === 'FIELD_INVALID') throw new UsageError(sentence ?? `Not valid: ${params.field ?? ''}. See --help.`, 2);
  if (code === 'STEP_UP_REQUIRED') {
    throw new UsageError('The factor is older than five minutes: add --code with six digits, or login again.');
  }
  if (code === 'PERMISSION_MISSING' && context.given.isHost) {
    throw new UsageError('The host may not do this: a person does it after login, or in the back office.');
  }
  const holders = code === 'PERMISSION_MISSING' ? formatHolders(params.permission) : '';
  throw new UsageError(backOfficeMessages.en[code](params) + holders);
}

const isPermission = (text: string): text is Permission => Object.hasOwn(permissions, text);

/** The roles that have the permission, with their grade, as a second sentence; empty for an unknown permission. */
function formatHolders(permission = ''): string {
  if (!isPermission(permission)) return '';
  return ` Roles of ${permission}: ${listGrades(roles, permission)
    .map(([role, grade]) => `${role} (${grade})`)
    .join(', ')}.`;
}
