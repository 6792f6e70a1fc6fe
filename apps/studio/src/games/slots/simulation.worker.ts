// One worker of a simulation: plays its rounds and returns its sums.

import { parentPort, workerData } from 'node:worker_threads';

import { simulate, xoshiro } from './simulation.ts';
import type { SlotTitle } from './title.ts';

type Task = { readonly title: SlotTitle; readonly rounds: number; readonly seed: string; readonly worker: number };

const { title, rounds, seed, worker } = workerData as Task;
// oxlint-disable-next-line unicorn/require-post-message-target-origin -- a port between threads has no origin
parentPort?.postMessage(simulate(title, rounds, xoshiro(seed, worker)));
