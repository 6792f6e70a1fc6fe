// The baselines behind HTTP: the same signed endpoint without a database, with the obvious transaction, and with one
// SQL function a call. They check a signature and parse the body as the product does, without its other work: no
// session, no rounds, no turnover, no stored response.

import { createHmac, timingSafeEqual } from 'node:crypto';

import { openDatabase, sql, type Transaction } from '@chaba/database';
import Fastify, { type FastifyRequest } from 'fastify';

const database = openDatabase({ url: process.env['DATABASE_URL'] ?? '', poolSize: 20 });
const firstMember = BigInt(process.env['FIRST_MEMBER'] ?? 1);
const app = Fastify();

type Command = { readonly account: bigint; readonly amount: bigint; readonly key: string };

function parseCommand(request: FastifyRequest): Command | undefined {
  const raw = request.body as Buffer;
  const { 'x-timestamp': timestamp, 'x-signature': signature } = request.headers;
  const expected = createHmac('sha256', 'test-secret')
    .update(`${String(timestamp)}\nPOST\n${request.url}\n`)
    .update(raw);
  const given = Buffer.from(String(signature), 'base64');
  const digest = expected.digest();
  if (given.length !== digest.length || !timingSafeEqual(given, digest)) return undefined;
  const body = JSON.parse(raw.toString('utf8')) as { playerId: string; txId: string; amount: string };
  const amount = BigInt(body.amount.replace('.', ''));
  const isBet = request.url.endsWith('/bet');
  return {
    account: firstMember + BigInt(body.playerId.slice('bench'.length)),
    amount: isBet ? -amount : amount,
    key: `${body.playerId}|${body.txId}`,
  };
}

async function naive(tx: Transaction, { account, amount, key }: Command): Promise<bigint> {
  const first = await tx.oneOrNone(sql`
    insert into plain_transfer (account_id, amount, key) values (${account}, ${amount}, ${key})
    on conflict (key) do nothing returning transfer_id`);
  if (!first) {
    const known = await tx.one<{ balance_after: bigint }>(sql`
      select balance_after from plain_transfer where key = ${key}`);
    return known.balance_after;
  }
  const { balance } = await tx.one<{ balance: bigint }>(sql`
    update plain_account set balance = balance + ${amount} where account_id = ${account} returning balance`);
  await tx.execute(sql`update plain_house set balance = balance - ${amount} where house_id = 1`);
  return balance;
}

const moves: Readonly<Record<string, (command: Command) => Promise<bigint>>> = {
  signed: async () => 0n,
  naive: (command) => database.transaction((tx) => naive(tx, command)),
  function: async ({ account, amount, key }) => {
    const { balance } = await database.one<{ balance: bigint }>(sql`
      select plain_move(${account}, ${amount}, ${key}) as balance`);
    return balance;
  },
};

app.removeAllContentTypeParsers();
app.addContentTypeParser('*', { parseAs: 'buffer' }, (_request, body, done) => done(null, body));
for (const [name, move] of Object.entries(moves)) {
  for (const operation of ['bet', 'win']) {
    app.post(`/${name}/v1/${operation}`, async (request, reply) => {
      const command = parseCommand(request);
      if (!command) return reply.code(401).send();
      const balance = await move(command);
      return reply
        .type('application/json; charset=utf-8')
        .send(JSON.stringify({ code: 'OK', balanceAfter: balance.toString(), serverTime: new Date().toISOString() }));
    });
  }
}
app.get('/readyz', async () => ({}));
await app.listen({ host: '127.0.0.1', port: Number(process.env['PORT']) });
