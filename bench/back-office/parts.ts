// Shared by the parts of the measurement: processes, signed-in operators, sequential calls, wallet calls at a rate.

import type { Role } from '@chaba/contract/back-office/roles';
import type { Database } from '@chaba/database';

import type { BenchFixture } from '#bench/fixture';
import type { Figures } from '#bench/load';
import { runLoad, type Running } from '#bench/processes';

import type { OfficeClient } from './office-client.ts';
import type { FigureTable } from './table.ts';

/** Members with money whose wallet is called. */
export const PLAYERS = 10_000;
export const WALLET_RATE = 1_000;
const CONNECTIONS = 16;

export type Bench = {
  readonly fixture: BenchFixture;
  readonly owner: Database;
  readonly server: Running;
  readonly office: Running;
  readonly clients: ReadonlyMap<Role, OfficeClient>;
  readonly table: FigureTable;
  readonly calls: number;
  /** The filled member with a tenth of all rounds. */
  readonly biggest: string;
};

export function runWallet(
  { fixture, server }: Pick<Bench, 'fixture' | 'server'>,
  { rate, seconds, run }: { readonly rate: number; readonly seconds: number; readonly run: string },
): Promise<Figures> {
  const tokenSource = { key: fixture.sessionKey.export().toString('hex'), firstMember: String(fixture.firstMember) };
  return runLoad({
    port: server.port,
    prefix: '/seamless/v1',
    connections: CONNECTIONS,
    seconds,
    rate,
    members: PLAYERS,
    tokenSource,
    run,
  });
}

/** Times of sequential calls. */
export async function repeat(
  count: number,
  call: (index: number) => Promise<{ readonly ms: number }>,
): Promise<number[]> {
  const times: number[] = [];
  for (let index = 0; index < count; index += 1) times.push((await call(index)).ms);
  return times;
}
