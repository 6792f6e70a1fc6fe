// Commands credit and debit: a member's balance adjusted by hand, after a second person agreed.
//
// Elsewhere: the actions and their fields (modules/operators), the posting (modules/adjustments).

import { formatMemberRef } from '@chaba/server/modules/operators';

import { act } from './act.ts';
import { type CommandContext, requireMember, requireReason } from './command-context.ts';
import { UsageError } from './usage-error.ts';

/** Terms of each command with their default. */
const TERMS = {
  credit: { kind: 'correction', turnover: '0', evidence: '' },
  debit: { kind: 'correction', evidence: '' },
} as const;

/** credit, debit <phone> <amount> <term>=<value> … --notice "…" */
export async function adjustBalance(
  context: CommandContext,
  direction: keyof typeof TERMS,
  [phone, amount = '', ...words]: readonly (string | undefined)[],
): Promise<string> {
  const terms = parseTerms(direction, words);
  const { notice } = context.given;
  if (notice === undefined) throw new UsageError('The member reads why: --notice "…", 3 to 120 letters.', 2);
  requireReason(context.given);
  const { id } = await requireMember(context, phone);
  return act(context, `adjustment.${direction}`, { member: formatMemberRef(id), amount, ...terms, notice });
}

function parseTerms(
  direction: keyof typeof TERMS,
  words: readonly (string | undefined)[],
): Readonly<Record<string, string>> {
  const known: Readonly<Record<string, string>> = TERMS[direction];
  const typed = words.map((word = '') => {
    const [, name = '', value = ''] = /^([a-z]+)=(.*)$/s.exec(word) ?? [];
    if (known[name] === undefined) throw new UsageError(`"${word}" is no term: ${Object.keys(known).join(', ')}.`, 2);
    return [name, value] as const;
  });
  return { ...known, ...Object.fromEntries(typed) };
}
