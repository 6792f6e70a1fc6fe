import readline from 'node:readline';
import { load, processorTime, startServer } from './processes.ts';
import { openStage } from './stage.ts';
import { ledgerAlone } from './in-process.ts';
const stage = await openStage({ members: 10_000, rows: 20_000 });
const server = await startServer(stage.url);
let runs = 0;
console.log('ready');
for await (const line of readline.createInterface({ input: process.stdin })) {
  const [what, connections, seconds] = line.split(' ');
  if (what === 'quit') break;
  runs += 1;
  const before = [processorTime(server.pid), processorTime(stage.postgresPid)];
  if (what === 'ledger') {
    const per = await ledgerAlone(stage.database, { inFlight: 256, seconds: Number(seconds), isSpread: false });
    console.log(
      JSON.stringify({
        per,
        node: 0,
        pg: ((processorTime(stage.postgresPid) - before[1]!) * 1000) / (per * Number(seconds)),
      }),
    );
    continue;
  }
  const figures = await load({
    port: server.port,
    prefix: '/seamless/v1',
    connections: Number(connections),
    seconds: Number(seconds),
    members: 10_000,
    seats: { key: stage.seatKey.export().toString('hex'), firstMember: String(stage.firstMember) },
    run: `${process.pid}-${runs}`,
  });
  console.log(
    JSON.stringify({
      per: figures.perSecond,
      node: ((processorTime(server.pid) - before[0]!) * 1000) / figures.calls,
      pg: ((processorTime(stage.postgresPid) - before[1]!) * 1000) / figures.calls,
      errors: figures.errors,
    }),
  );
}
await server.stop();
await stage.close();
process.exit(0);
