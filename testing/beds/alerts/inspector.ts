// The command line of Node's inspector on a running process, as an operator uses it: `node inspect -p PID`.
//
// Always true: its address is fixed (127.0.0.1:9229), so one process of a machine is inspected at a time.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { once } from 'node:events';
import * as fs from 'node:fs';
import { after } from 'node:test';

import { waitUntil } from './alert-bed.ts';

const PROMPT = 'debug> ';

type Inspector = {
  /** Sends a command; resolves with what it prints. */
  readonly send: (command: string) => Promise<string>;
  readonly detach: () => Promise<void>;
};

export async function attachInspector(pid: number): Promise<Inspector> {
  const child = spawn(process.execPath, ['inspect', '-p', String(pid)], { stdio: ['pipe', 'pipe', 'inherit'] });
  const ended = once(child, 'close');
  after(() => void child.kill('SIGKILL'));
  let output = '';
  child.stdout.setEncoding('utf8').on('data', (part: string) => {
    output += part;
  });
  const untilPrompt = (from: number): Promise<void> =>
    waitUntil('the inspector has a prompt', async () => output.slice(from).endsWith(PROMPT));
  await untilPrompt(0);
  return {
    async send(command) {
      const from = output.length;
      child.stdin.write(`${command}\n`);
      await untilPrompt(from);
      return output.slice(from);
    },
    async detach() {
      child.kill('SIGTERM');
      await ended;
    },
  };
}

/** Evaluates an expression in the process. */
export async function evaluate(pid: number, expression: string): Promise<void> {
  const inspector = await attachInspector(pid);
  await inspector.send(`exec(${JSON.stringify(expression)})`);
  await inspector.detach();
}

type ProfileNode = {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string };
  readonly children?: readonly number[];
};
type Profile = { readonly nodes: readonly ProfileNode[]; readonly samples: readonly number[] };

/** The function outside of Node in which, with the functions that it calls, most samples of a profile were taken. */
export function findBusiest(file: string): string | undefined {
  const { nodes, samples } = JSON.parse(fs.readFileSync(file, 'utf8')) as Profile;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const own = Map.groupBy(samples, (id) => id);
  const countWithin = (node: ProfileNode): number =>
    (node.children ?? []).reduce(
      (sum, id) => sum + countWithin(byId.get(id) ?? assert.fail(`the profile has no node ${id}`)),
      own.get(node.id)?.length ?? 0,
    );
  return nodes
    .filter(({ callFrame: { functionName, url } }) => /^\w/.test(functionName) && !url.startsWith('node:'))
    .toSorted((one, other) => countWithin(other) - countWithin(one))[0]?.callFrame.functionName;
}
