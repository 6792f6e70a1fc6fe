// Stories: tables of member actions and their expected results, run on a real database.
//
//     give      M1  500.00                       given
//     withdraw  M1  200.00  key=K1               requested
//     withdraw  M1  400.00  key=K2               INSUFFICIENT_FUNDS      // 200 of the 500 is held
//     balance   M1  game=300.00  withdrawalHeld=200.00
//
// A row is a command, its arguments, and the outcome expected in the last column; columns are two or more spaces apart.
// A command returns a word (compared with the last column; a `DomainError` gives its code) or facts (compared with
// every name=value column). Members and other names are created at their first mention.
//
// Always true: a story runs on a site of its own database, and the ledger is audited at its end.
//
// Elsewhere: the commands of each module (next to its tests).

import assert from 'node:assert/strict';

import type { Database } from '@chaba/database';
import { getBalances } from '@chaba/ledger';
import { type Money, parseBaht, formatProviderAmount } from '@chaba/money';

import { chart } from '#core/chart-of-accounts';
import { isDomainError } from '#core/domain-error';
import { auditAll } from '#modules/audit';
import type { Site } from '#modules/site';

import { createMember, giveMoney, type MemberOptions, type TestMember } from './factories.ts';

export type Story = {
  readonly database: Database;
  readonly site: Site;
  /** Returns the member of this name, created at the first mention. */
  member(name: string): Promise<TestMember>;
  /** Values that commands store under a name: the id of K1, a slip, a round. */
  readonly known: Map<string, unknown>;
};

export type Arguments = {
  /** The positional arguments, in order. */
  readonly plain: readonly string[];
  /** The name=value columns. */
  readonly named: Readonly<Record<string, string>>;
  /** The positional argument at this place; throws if absent. */
  at(place: number): string;
  amount(place: number): Money;
};

type Outcome = string | Readonly<Record<string, string>>;
export type Command = (story: Story, given: Arguments) => Promise<Outcome>;
export type Commands = Readonly<Record<string, Command>>;

export type StorySetting = {
  readonly database: Database;
  readonly site: Site;
  readonly commands?: Commands;
  readonly memberOptions?: MemberOptions;
};

/** Runs a story and audits the ledger. */
export async function checkStory(setting: StorySetting, table: string): Promise<void> {
  const commands = { ...moneyCommands, ...setting.commands };
  const members = new Map<string, TestMember>();
  const story: Story = {
    ...setting,
    known: new Map(),
    async member(name) {
      const known = members.get(name) ?? (await createMember(setting.database, setting.site, setting.memberOptions));
      members.set(name, known);
      return known;
    },
  };
  for (const [index, line] of table.split('\n').entries()) {
    const row = (line.split('//', 1)[0] ?? '').trim();
    if (row !== '') await checkRow(story, commands, row, index + 1);
  }
  const findings = await auditAll(setting.database, { siteId: setting.site.id, isTest: true });
  assert.deepEqual(findings, [], 'the ledger audit reports violations after the story');
}

async function checkRow(story: Story, commands: Commands, row: string, line: number): Promise<void> {
  const [name = '', ...columns] = row.split(/\s{2,}/);
  const command = commands[name];
  assert.ok(command, `line ${line}: there is no command "${name}"`);
  const where = `line ${line}: ${row}`;
  const last = columns.at(-1) ?? '';
  const isFacts = last.includes('=');
  const outcome = await outcomeOf(command, story, argumentsOf(isFacts ? columns : columns.slice(0, -1), where));
  if (typeof outcome === 'string') {
    assert.equal(outcome, last, where);
    return;
  }
  assert.ok(isFacts, `${where}: the outcome was ${JSON.stringify(outcome)}`);
  const expected = Object.fromEntries(columns.filter((column) => column.includes('=')).map(pair));
  const actual = Object.fromEntries(Object.keys(expected).map((key) => [key, outcome[key]]));
  assert.deepEqual(actual, expected, where);
}

async function outcomeOf(command: Command, story: Story, given: Arguments): Promise<Outcome> {
  try {
    return await command(story, given);
  } catch (error) {
    if (isDomainError(error)) return error.code;
    throw error;
  }
}

function argumentsOf(columns: readonly string[], where: string): Arguments {
  const plain = columns.filter((column) => !column.includes('='));
  const at = (place: number): string => plain[place] ?? assert.fail(`${where}: argument ${place + 1} is missing`);
  return {
    plain,
    named: Object.fromEntries(columns.filter((column) => column.includes('=')).map(pair)),
    at,
    amount: (place) => parseBaht(at(place)) ?? assert.fail(`${where}: "${at(place)}" is no amount`),
  };
}

function pair(column: string): [name: string, value: string] {
  const sign = column.indexOf('=');
  return [column.slice(0, sign), column.slice(sign + 1)];
}

/** Formats an amount as stories write it: 300.00, or 300.0025 with fractions of a satang. */
export function storyAmount(amount: Money): string {
  return formatProviderAmount(amount).replace(/00$/, '');
}

const moneyCommands: Commands = {
  /** give  M1  500.00  given: money from the bank, without turnover. */
  async give(story, given) {
    await giveMoney(story.database, await story.member(given.at(0)), given.amount(1));
    return 'given';
  },
  /** balance  M1  game=300.00  main=0.00: any accounts of the chart. */
  async balance(story, given) {
    const member = await story.member(given.at(0));
    const balances = await getBalances(story.database, story.site.id, member.id, chart);
    return Object.fromEntries(Object.entries(balances).map(([name, amount]) => [name, storyAmount(amount)]));
  },
};
