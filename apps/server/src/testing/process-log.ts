// The logs of processes under test: one file each under out/logs. When a test fails, the last lines are printed with
// its name.
//
// Always true: the output is bounded in lines and in characters per line. A printed log's file stays in out/logs; the
// others are removed with the test or file that opened them.

import * as fs from 'node:fs';
import path from 'node:path';
import { after, afterEach } from 'node:test';

export type ProcessLog = {
  /** The file for standard output and standard error of the process. */
  readonly file: string;
};

/** A finished test as seen by its hooks. */
type FinishedTest = { readonly name: string; readonly passed: boolean };
type OpenLog = { readonly name: string; readonly file: string; printedFor: string | undefined };

const ROOT = path.resolve(import.meta.dirname, '..', '..', '..', '..');
const FOLDER = path.join(ROOT, 'out', 'logs');
const LINES_MAX = 40;
const LINE_LETTERS_MAX = 1_000;
const BYTES_MAX = 65_536;

const openLogs = new Set<OpenLog>();
let opened = 0;

/** Call it at the top of a test file or inside a test: the log is printed when a test fails while it is open. */
export function openProcessLog(name: string): ProcessLog {
  opened += 1;
  fs.mkdirSync(FOLDER, { recursive: true });
  const log: OpenLog = {
    name,
    file: path.join(FOLDER, `${process.pid}-${opened}-${name}.log`),
    printedFor: undefined,
  };
  fs.writeFileSync(log.file, '');
  openLogs.add(log);
  const printIfFailed = (test: unknown): void => {
    const { name: title, passed } = test as FinishedTest;
    if (!passed) printProcessLogs(title);
  };
  afterEach(printIfFailed);
  after((test: unknown) => {
    printIfFailed(test);
    openLogs.delete(log);
    if (log.printedFor === undefined) fs.rmSync(log.file, { force: true });
  });
  return log;
}

/** Prints the end of each open log, once for each test. */
export function printProcessLogs(test: string): void {
  for (const log of openLogs) {
    if (log.printedFor === test) continue;
    log.printedFor = test;
    const lines = lastLines(log.file);
    console.error(
      `✖ ${test}: the last ${lines.length} lines of the ${log.name}'s log, ${path.relative(ROOT, log.file)}`,
    );
    for (const line of lines) console.error(`  ${line}`);
  }
}

function lastLines(file: string): string[] {
  const descriptor = fs.openSync(file, 'r');
  try {
    const { size } = fs.fstatSync(descriptor);
    const bytes = Buffer.alloc(Math.min(size, BYTES_MAX));
    fs.readSync(descriptor, bytes, 0, bytes.length, size - bytes.length);
    const lines = bytes.toString().split('\n');
    // The first line may begin before the bytes that were read.
    if (bytes.length < size) lines.shift();
    const written = lines.filter((line) => line !== '');
    return written.slice(-LINES_MAX).map((line) => line.slice(0, LINE_LETTERS_MAX));
  } finally {
    fs.closeSync(descriptor);
  }
}
