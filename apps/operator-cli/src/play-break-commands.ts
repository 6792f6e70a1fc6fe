// Commands about play breaks: list them, start one at a member's request, lift an indefinite exclusion.
//
// Elsewhere: lengths and effects of play breaks (play-breaks/play-breaks.ts).

import { type PlayBreak, listMembersOnBreak } from '@chaba/server/modules/play-breaks';
import { type PlayBreakLength, playBreakLengths } from '@chaba/contract/constraints';
import { formatMemberRef } from '@chaba/server/modules/operators';

import { act } from './act.ts';
import { type CommandContext, requireMember, requireReason } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

export async function listPlayBreaks({ database, site }: CommandContext): Promise<string> {
  const paused = await listMembersOnBreak(database, site.id);
  if (paused.length === 0) return `No member of ${site.code} is on a play break.`;
  return formatTable(paused.map((member) => [member.phone, formatPlayBreak(member)]));
}

export function formatPlayBreak({ until, isExclusion }: PlayBreak): string {
  return `${isExclusion ? 'excluded' : 'time-out'} ${until === null ? 'for good' : `until ${formatTime(until)}`}`;
}

/** Starts a play break that the member requested by telephone. */
export async function startPlayBreak(
  context: CommandContext,
  phone: string | undefined,
  typed: string | undefined,
): Promise<string> {
  const length = playBreakLengths.find((each): each is PlayBreakLength => each === typed);
  if (!length) throw new UsageError(`Name the length: ${playBreakLengths.join(', ')}.`, 2);
  requireReason(context.given);
  const { id } = await requireMember(context, phone);
  return act(context, 'member.begin-break', { member: formatMemberRef(id), length });
}

export async function liftExclusion(context: CommandContext, phone: string | undefined): Promise<string> {
  requireReason(context.given);
  const { id } = await requireMember(context, phone);
  return act(context, 'member.lift-exclusion', { member: formatMemberRef(id) });
}
