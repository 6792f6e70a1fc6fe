// The conformance report: each requirement of the specification is a row, which a test executes; docs/conformance.md is
// written from the rows that passed.
//
//     npm run tool -- conformance      runs the tests of all parts and writes the page
//
// Always true: a row is written only after its check passed and returned its result. A test file fails when the
// committed page differs from its rows.
//
// Elsewhere: the test files of the parts, listed below.

import assert from 'node:assert/strict';
import * as fs from 'node:fs';
import path from 'node:path';
import { test } from 'node:test';

import { ROOT } from '#ops/core/root';

type Row = {
  readonly section: string;
  /** The requirement of the specification. */
  readonly statement: string;
  /** The action of the check. */
  readonly check: string;
  /** The observation of the check; identical in every run. */
  readonly result: string;
};

/** Returns the result for the page; throws when the product deviates. */
type Check = () => string | Promise<string>;

export type Report = {
  /** Adds a row as a test of its own. */
  readonly require: (section: string, statement: string, check: string, run: Check) => void;
  /** Adds a row within a running test. */
  readonly checkRow: (section: string, statement: string, check: string, run: Check) => Promise<void>;
  /** Registers the comparison with the page; call it last. */
  readonly close: () => void;
};

const PAGE = path.join(ROOT, 'docs', 'conformance.md');
const IS_WRITTEN = process.env['WRITE_CONFORMANCE'] !== undefined;

/** The parts of the page in order: heading and test file. */
const parts = {
  api: ['API', 'e2e/conformance/api.test.ts'],
  screens: ['Screens, configuration and catalogues', 'e2e/conformance/screens.heavy.test.ts'],
  journeys: ['Actions of visitors and members', 'e2e/conformance/journeys.heavy.test.ts'],
  host: ['Web app on a host that implements the specification only', 'e2e/spec-only-host.heavy.test.ts'],
} as const satisfies Readonly<Record<string, readonly [heading: string, file: string]>>;

export type PartName = keyof typeof parts;

/** Opens the report of one test file. */
export function openReport(name: PartName): Report {
  const rows: Row[] = [];
  const failed: string[] = [];
  const checkRow: Report['checkRow'] = async (section, statement, check, run) => {
    assert.ok(
      !rows.some((row) => row.section === section && row.statement === statement),
      `two rows with one requirement: §${section} ${statement}`,
    );
    try {
      const result = await run();
      assert.notEqual(result, '', 'a check returns its observation');
      rows.push({ section, statement, check, result });
    } catch (error) {
      failed.push(`§${section} ${statement}`);
      throw error;
    }
  };
  return {
    checkRow,
    require: (section, statement, check, run) => {
      test(`§${section} ${statement}`, () => checkRow(section, statement, check, run));
    },
    close: () => {
      test('agrees with docs/conformance.md row by row', () => {
        assert.deepEqual(failed, [], 'rows whose check failed');
        if (IS_WRITTEN) writePart(name, rows);
        const page = readPage();
        assert.equal(page.get(parts[name][0]), formatPart(name, rows), 'run: npm run tool -- conformance');
        for (const heading of page.keys()) assertPartIsTested(heading);
      });
    },
  };
}

/** The rows of a part without a test file would stay on the page unchecked. */
function assertPartIsTested(heading: string): void {
  const part = Object.entries(parts).find(([, [known]]) => known === heading);
  assert.ok(part, `no test writes the part “${heading}”`);
  const [name, [, file]] = part;
  const text = fs.readFileSync(path.join(ROOT, file), 'utf8');
  assert.ok(text.includes(`openReport('${name}')`) && text.includes('report.close()'), `${file} closes its report`);
}

function formatPart(name: PartName, rows: readonly Row[]): string {
  const lines = rows
    .toSorted((one, other) => Number(one.section) - Number(other.section))
    .map(
      ({ section, ...row }) =>
        `| §${section} | ${[row.statement, row.check, row.result].map(escapeCell).join(' | ')} |`,
    );
  return [
    `Checked by \`${parts[name][1]}\`: ${rows.length} requirements.`,
    '',
    '| Section | Requirement | Check | Result |',
    '| --- | --- | --- | --- |',
    ...lines,
  ].join('\n');
}

function escapeCell(text: string): string {
  return text.replaceAll(/\s+/g, ' ').replaceAll('|', '\\|');
}

/** Returns text by heading. */
function readPage(): Map<string, string> {
  const [, ...found] = fs.existsSync(PAGE) ? fs.readFileSync(PAGE, 'utf8').split(/^## /m) : [''];
  return new Map(
    found.map((part) => {
      const [heading = '', ...lines] = part.split('\n');
      return [heading, lines.join('\n').trim()];
    }),
  );
}

function writePart(name: PartName, rows: readonly Row[]): void {
  const page = readPage().set(parts[name][0], formatPart(name, rows));
  const texts = Object.values(parts).flatMap(([heading]) => {
    const text = page.get(heading);
    return text === undefined ? [] : [`## ${heading}\n\n${text}\n`];
  });
  fs.writeFileSync(PAGE, `${introduction}\n${texts.join('\n')}`);
}

const introduction = `# Conformance

The requirements of the specification, each with its check on a running product and the result.
The page is written by \`npm run tool -- conformance\` from the checks that passed; \`npm test\` runs those of the API and
\`npm run verify\` all. A check fails the run, and so does a row that differs from this page. An extension is a field that
the specification does not define: a client that implements the specification ignores it. Every JSON response also has the
extension \`requestId\`.
`;
