// Command security: security events of accounts and signatures, newest first.
//
// Elsewhere: repeated events raise findings (audit-commands.ts).

import { findMember } from '@chaba/server/modules/members';
import { listSecurityEvents } from '@chaba/server/modules/security';

import { type CommandContext, requireMember } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';

export async function listEvents(context: CommandContext, phone: string | undefined): Promise<string> {
  const { database, site } = context;
  const member = phone === undefined ? undefined : await requireMember(context, phone);
  const events = await listSecurityEvents(database, site.id, member?.id);
  if (events.length === 0) return `There are no security events at ${site.code}${member ? ` of ${member.phone}` : ''}.`;
  const phones = new Map<bigint, string>();
  for (const { memberId } of events) {
    if (memberId === null || phones.has(memberId)) continue;
    phones.set(memberId, (await findMember(database, site.id, memberId))?.phone ?? '');
  }
  return formatTable(
    events.map(({ lastAt, kind, count, memberId, subject }) => [
      formatTime(lastAt),
      kind,
      `${count}x`,
      memberId === null ? '' : (phones.get(memberId) ?? ''),
      subject,
    ]),
  );
}
