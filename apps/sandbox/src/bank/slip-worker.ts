// Worker that draws slips, one after the other (slip-drawer.ts).

import { parentPort } from 'node:worker_threads';

import { drawSlip } from './slip-picture.ts';
import type { BankTransfer } from './transfers.store.ts';

export type DrawRequest = { readonly id: number; readonly transfer: BankTransfer };
export type DrawResponse = { readonly id: number; readonly picture?: Uint8Array; readonly error?: string };

parentPort?.on('message', ({ id, transfer }: DrawRequest) => {
  drawSlip(transfer).then(
    (picture) => parentPort?.postMessage({ id, picture } satisfies DrawResponse, []),
    (error: unknown) => parentPort?.postMessage({ id, error: String(error) } satisfies DrawResponse, []),
  );
});
