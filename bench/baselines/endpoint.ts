// The wallet's own endpoint without a database: the server as it is in production, but its lanes accept every call at
// once. Signature, body, schema, session, member, game and answer are the product's.
//
// Always true: keys, sessions and players are read once and cached, as in the product.

import { openDatabase } from '@chaba/database';
import { zeroMoney } from '@chaba/money';
import { buildApp } from '#server/app';
import { readConfig } from '#server/core/config';
import type { WalletOutcome, WalletCommand } from '#server/modules/wallet-commands/wallet-commands';

const config = readConfig();
const database = openDatabase({ url: config.databaseUrl, poolSize: config.databasePoolSize });
const accept = ({ txId }: { readonly txId: string }): WalletOutcome => ({
  code: 'OK',
  txId,
  before: zeroMoney,
  after: zeroMoney,
  isDuplicate: false,
});
const app = await buildApp({
  config,
  database,
  batcher: {
    submit: async (_siteId, command) => accept(command.operation === 'play' ? getFirstItem(command) : { txId: '' }),
  },
});
await app.fastify.listen({ host: config.host, port: config.port });
app.markReady();
process.on('SIGTERM', () => void app.close().then(() => database.close()));

function getFirstItem({ parts }: WalletCommand & { readonly operation: 'play' }): { readonly txId: string } {
  const [first] = parts;
  if (!first) throw new Error('expected a command with at least one item');
  return first;
}
