// Commands about people of the back office and their audit chain.
//
// Always true: an invitation from the host needs --host and has an entry. Nothing here sets or shows a factor.
//
// Elsewhere: people and chain (modules/operators), everything else about people (the back office).

import { readOperatorSecret } from '@chaba/server/core/config';
import { getDemoPassword } from '@chaba/server/core/demo';
import { hashPassword } from '@chaba/server/modules/passwords';
import { host, OperatorError, verifyChain } from '@chaba/server/modules/operators';
import { listSites } from '@chaba/server/modules/site';

import { type CommandContext, type InstallationContext, requireReason } from './command-context.ts';
import { getHostName } from './identity.ts';
import { UsageError } from './usage-error.ts';

/** invite-operator <name> <role>[,<role>] --host: the first admins of a site, or the way back in. */
export async function inviteOperator(
  { database, config, environment, site, given }: CommandContext,
  name = '',
  roles = '',
): Promise<string> {
  if (!given.isHost) {
    throw new UsageError(
      'Operators are invited in the back office; the host does it for the first ones: add --host.',
      2,
    );
  }
  const hashDemoPassword = (): Promise<string> => {
    const of = { host: '127.0.0.1', backOfficeOrigin: config.backOfficeUrl };
    return hashPassword(getDemoPassword({ ...of, operatorSecret: readOperatorSecret(environment) }), 'known');
  };
  const code = await host
    .invite(database, site.id, {
      name,
      roles: readRoles(roles),
      by: getHostName(),
      reason: requireReason(given),
      ...(config.mode === 'play' ? { hashDemoPassword } : {}),
    })
    .catch(rethrowError);
  if (code === undefined) return `${name} can sign in again with the demo password.`;
  return `Give this link to ${name}; it works once, for 30 minutes: ${config.backOfficeUrl}/enrolment#${code}`;
}

function readRoles(text: string): ReturnType<typeof host.parseRoles> {
  try {
    return host.parseRoles(text);
  } catch (error) {
    return rethrowError(error);
  }
}

function rethrowError(error: unknown): never {
  if (!(error instanceof OperatorError)) throw error;
  const sentences: Readonly<Record<string, string>> = {
    OPERATOR_EXISTS: 'A demo operator has this name.',
    FIELD_INVALID: `Not valid: ${error.params.field ?? ''}. See --help.`,
  };
  throw new UsageError(sentences[error.code] ?? error.code, 2);
}

/** verify-audit [--head <sequence>:<hash>]: recomputes the chain of every site, or of --site. */
export async function verifyAudit({ database, given }: InstallationContext): Promise<string> {
  if (given.head !== undefined && !/^\d+:[0-9a-f]{64}$/.test(given.head)) {
    throw new UsageError('A head is <sequence>:<hash>, as this command prints it.', 2);
  }
  if (given.head !== undefined && given.siteCode === undefined) {
    throw new UsageError('--head is the head of one site: name it with --site.', 2);
  }
  const all = await listSites(database);
  const sites = all.filter(({ code }) => given.siteCode === undefined || code === given.siteCode);
  if (sites.length === 0) throw new UsageError(`There is no site "${given.siteCode ?? ''}".`);
  const lines: string[] = [];
  let isWhole = true;
  for (const { id, code } of sites) {
    const { entries, head, problems } = await verifyChain(database, id, given.head);
    isWhole = isWhole && problems.length === 0;
    lines.push(
      `${code}  ${problems.length === 0 ? 'whole' : 'NOT WHOLE'}  ${entries} entries  ${head}`,
      ...problems.map((problem) => `  ${problem}`),
    );
  }
  if (!isWhole) throw new UsageError(lines.join('\n'));
  return lines.join('\n');
}
