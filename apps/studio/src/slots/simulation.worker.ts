// One worker of a simulation: plays its rounds and returns its sums.

import { parentPort, workerData } from 'node:worker_threads';

import { simulate, xoshiro } from './simulation.ts';
import { slotTitles } from './titles/titles.ts';

export type WorkerTask = {
  readonly gameCode: string;
  readonly rounds: number;
  readonly seed: string;
  readonly worker: number;
};

const { gameCode, rounds, seed, worker } = workerData as WorkerTask;
const title = slotTitles.find((known) => known.gameCode === gameCode);
if (!title) throw new Error(`no slot title ${gameCode}`);
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(simulate(title, rounds, xoshiro(seed, worker)));
