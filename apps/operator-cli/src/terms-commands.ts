// Commands about the terms of use: list versions, show one, publish a new one from a file.
//
// Elsewhere: versions and acceptances (terms), the audited action (modules/operators).

import * as fs from 'node:fs';

import { findTerms, listTerms, TERMS_LENGTH_MAX } from '@chaba/server/modules/terms';

import { act } from './act.ts';
import { type CommandContext, requireReason } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

/** `terms`, `terms show <version>` and `terms publish <file>`. */
export async function runTerms(context: CommandContext, verb?: string, subject?: string): Promise<string> {
  if (verb === undefined) return listVersions(context);
  if (verb === 'show') return showVersion(context, subject);
  if (verb === 'publish') return publish(context, subject);
  throw new UsageError(`"${verb}" is no subcommand of terms: show or publish, see --help.`, 2);
}

async function listVersions({ database, site }: CommandContext): Promise<string> {
  const versions = await listTerms(database, site.id);
  if (versions.length === 0) return `${site.code} has no terms yet: terms publish <file>.`;
  return formatTable(
    versions.map(({ version, publishedAt, acceptances }) => [
      `version ${version}`,
      formatTime(publishedAt),
      `accepted by ${acceptances}`,
      version === versions.length ? 'in force' : '',
    ]),
  );
}

async function showVersion({ database, site }: CommandContext, typed: string | undefined): Promise<string> {
  const version = /^\d{1,6}$/.test(typed ?? '') ? Number(typed) : 0;
  const terms = await findTerms(database, site.id, version);
  if (!terms) throw new UsageError(`${site.code} has no version "${typed ?? ''}" of the terms: see terms.`);
  return terms.content;
}

async function publish(context: CommandContext, file: string | undefined): Promise<string> {
  requireReason(context.given);
  return act(context, 'site.publish-terms', { content: readTerms(file) });
}

function readTerms(file: string | undefined): string {
  const stat = file === undefined ? undefined : fs.statSync(file, { throwIfNoEntry: false });
  if (file === undefined || !stat?.isFile()) throw new UsageError(`There is no file "${file ?? ''}".`, 2);
  const content = decode(fs.readFileSync(file), file).replaceAll('\r\n', '\n').trim();
  if (content === '') throw new UsageError(`The file "${file}" is empty.`, 2);
  if (content.length > TERMS_LENGTH_MAX) throw new UsageError(`The terms may have ${TERMS_LENGTH_MAX} letters.`, 2);
  return content;
}

function decode(bytes: Buffer, file: string): string {
  try {
    const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
    if (!text.includes('\u0000')) return text;
  } catch {
    // Reported below.
  }
  throw new UsageError(`The file "${file}" is no text in UTF-8.`, 2);
}
