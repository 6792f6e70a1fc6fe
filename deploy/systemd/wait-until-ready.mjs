// Waits until GET /readyz of a server on this machine answers 200; exit code 1 after a minute.
//
//     node wait-until-ready.mjs <port>

import { setTimeout as sleep } from 'node:timers/promises';

const [port] = process.argv.slice(2);
const until = Date.now() + 60_000;
let isReady = false;
while (!isReady && Date.now() < until) {
  isReady = await fetch(`http://127.0.0.1:${port}/readyz`).then(
    ({ ok }) => ok,
    () => false,
  );
  if (!isReady) await sleep(200);
}
if (!isReady) {
  console.error(`The server on port ${port} is not ready after a minute.`);
  process.exitCode = 1;
}
