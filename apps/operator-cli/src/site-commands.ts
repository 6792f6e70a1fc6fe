// Commands about the sites of the installation: list them and create one.
//
// Elsewhere: what a site starts with (site), the audited action (modules/operators), its switches and limits
// (modules/operators).

import { randomBytes } from 'node:crypto';

import { readListedSites } from '@chaba/server/core/cell-list';
import { host } from '@chaba/server/modules/operators';
import { parseTerm, requireTerm } from '@chaba/server/modules/operator-input';
import { listSites, type NewSite, startingTerms } from '@chaba/server/modules/site';

import { UsageError } from './usage-error.ts';
import { type InstallationContext, requireReason } from './command-context.ts';
import { getHostName } from './identity.ts';
import { formatTable } from './printing.ts';

const CODE = /^[a-z][a-z0-9]{1,15}$/;
const HOST = /^(?=.{1,253}$)[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)*$/;
const LINE_ID = /^[@~\w.-]{1,64}$/;
const NAME_LENGTH_MAX = 60;
const HOSTS_MAX = 20;
const API_KEY_BYTES = 16;
/** The currency of the chart of accounts. */
const CURRENCY = 'THB';

type SiteTerms = Pick<NewSite, 'name' | 'hosts' | 'lineId'>;

const terms: Readonly<Record<string, (value: string, mode: string) => Partial<SiteTerms>>> = {
  name: (value) => ({ name: parseName(value) }),
  hosts: (value) => ({ hosts: parseHosts(value) }),
  line: (value) => ({ lineId: parseLineId(value) }),
  currency: (value) => requireValue(value, CURRENCY, `The books are in ${CURRENCY}, not in "${value}".`),
  mode: (value, mode) =>
    requireValue(value, mode, `This installation is in ${mode} mode, and so are its sites: see CHABA_MODE.`),
};

export async function showSites({ database }: InstallationContext): Promise<string> {
  const sites = await listSites(database);
  if (sites.length === 0) return 'There is no site yet: create-site makes one, see --help.';
  return formatTable(
    sites.map(({ code, name, hosts, apiKey, isDisabled, isInMaintenance }) => [
      code,
      isDisabled ? 'disabled' : isInMaintenance ? 'in maintenance' : 'open',
      hosts.join(','),
      `api-key ${apiKey}`,
      name,
    ]),
  );
}

/** create-site <code> name="…" hosts=a.example,b.example line=@id [currency=THB] [mode=play] */
export async function createSite(
  { database, config, given }: InstallationContext,
  code: string | undefined,
  ...words: (string | undefined)[]
): Promise<string> {
  if (!given.isHost) throw new UsageError('A site is created by the host: add --host.', 2);
  const reason = requireReason(given);
  if (!CODE.test(code ?? '')) {
    throw new UsageError(`"${code ?? ''}" is no code of a site: 2 to 16 small letters and figures, a letter first.`, 2);
  }
  const site = {
    ...parseTerms(
      words.filter((word) => word !== undefined),
      config.mode,
    ),
    code: code ?? '',
  };
  for (const [other, { cell, hosts }] of Object.entries(readListedSites(config.cellsFile))) {
    const name = other === code ? code : site.hosts.find((taken) => hosts.includes(taken));
    if (name === undefined) continue;
    throw new UsageError(`The list of cells has ${name} already, at ${other} of cell ${cell}: nothing was changed.`);
  }
  const apiKey = randomBytes(API_KEY_BYTES).toString('hex');
  const outcome = await host.createSite(
    database,
    { name: getHostName(), reason },
    { ...startingTerms, ...site, apiKey, theme: 'gold', logoUrl: '' },
    config,
  );
  if (outcome === 'cell_full') throw new UsageError('This cell has given all of its site ids: nothing was changed.');
  if (outcome === 'code_exists') throw new UsageError(`There is a site ${code} already: nothing was changed.`);
  if (outcome === 'host_exists') throw new UsageError('Another site has one of these hosts: see sites.');
  const next =
    config.mode === 'play' ? '' : ` Before members sign up: terms publish <file> --host --site ${code} --reason "…".`;
  return `The site ${code} is created in ${config.mode} mode at ${site.hosts.join(', ')}; its api-key is ${apiKey}.${next}`;
}

function parseTerms(words: readonly string[], mode: string): SiteTerms {
  const given: Partial<SiteTerms> = Object.assign(
    {},
    ...words.map(parseTerm).map(([name, value]) => requireTerm(terms, name)(value, mode)),
  );
  const { name, hosts, lineId } = given;
  if (name === undefined || hosts === undefined || lineId === undefined) {
    throw new UsageError('A site has a name, hosts and a LINE id: name="…" hosts=rose.example line=@rose.', 2);
  }
  return { name, hosts, lineId };
}

function parseName(value: string): string {
  const name = value.trim();
  if (name === '' || name.length > NAME_LENGTH_MAX || /\p{Cc}/u.test(name)) {
    throw new UsageError(`The name of a site has 1 to ${NAME_LENGTH_MAX} letters.`, 2);
  }
  return name;
}

function parseHosts(value: string): string[] {
  const hosts = value.split(',');
  const wrong = hosts.find((name, place) => !HOST.test(name) || hosts.indexOf(name) !== place);
  if (wrong !== undefined) {
    throw new UsageError(`"${wrong}" is no host name, or is named twice: small letters, without port and https://.`, 2);
  }
  if (hosts.length > HOSTS_MAX) throw new UsageError(`A site has at most ${HOSTS_MAX} hosts.`, 2);
  return hosts;
}

function parseLineId(value: string): string {
  if (!LINE_ID.test(value)) throw new UsageError(`"${value}" is no LINE id, as @rose is.`, 2);
  return value;
}

function requireValue(value: string, only: string, sentence: string): Partial<SiteTerms> {
  if (value !== only) throw new UsageError(sentence, 2);
  return {};
}
