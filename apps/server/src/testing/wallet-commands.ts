// Story commands for play: a provider with a key, its requests over the real routes, and the resulting state.
//
//     session   M1                                        OK              // launch and authenticate
//     bet       M1  100.00  tx=t1  round=r1               OK
//     win       M1  250.00  tx=t2  round=r1  closed=yes   OK
//     win       M1  0.00    tx=t2  round=r1  spins=8    OK              // eight free spins wait
//     spin      M1  40.00   tx=f1  round=r1  left=7     OK              // a free spin and its win; also closed=yes
//     hours     25  round=r1                            passed          // the round is older by that
//     rollback  M1  ref=t1  tx=t3  round=r1               BET_SETTLED
//     turnover  M1  need=…  now=…
//     round     M1  r1  state=closed  stake=…  payout=…  turnover=…
//
// Always true: requests are signed with the public test key and pass the complete HTTP stack. A command repeats a call
// that the server gave up, as a provider does; `callWallet` does not.

import { type RequestLine, type Sending, type TestApp } from '#testing/build-app';
import { createHmac } from 'node:crypto';

import { sql } from '@chaba/database';
import { repeatWalletCall } from '@chaba/testing/product/repeat-wallet-call';
import { formatBaht, type Money, formatProviderAmount } from '@chaba/money';

import { loadTurnover } from '#modules/requirements';

import type { Arguments, Commands, Story } from './story.ts';

const KEY_ID = 'test-key';
const SECRET = 'test-secret';

export type WalletReply = Readonly<Record<string, string | boolean>> & { readonly code: string };

/** Sends one signed request of the provider `test`. */
export async function callWallet(
  app: Pick<TestApp, 'send'>,
  operation: string,
  body: Readonly<Record<string, unknown>>,
): Promise<WalletReply> {
  const target = `/seamless/v1/${operation}`;
  const raw = JSON.stringify(body);
  const timestamp = String(Date.now());
  const signature = createHmac('sha256', SECRET).update(`${timestamp}\nPOST\n${target}\n${raw}`).digest('base64');
  const asking: RequestLine = { method: 'POST', path: target };
  const sending: Sending = {
    raw,
    headers: {
      'content-type': 'application/json',
      'x-key-id': KEY_ID,
      'x-timestamp': timestamp,
      'x-signature': signature,
    },
  };
  const answer = await app.send(asking, sending);
  return JSON.parse(answer.text) as WalletReply;
}

/** Launches a game of the provider `test` and exchanges its launch token for the session token. */
export async function authenticateSession(
  app: Pick<TestApp, 'send'>,
  member: { readonly token: string },
  gameCode = 'test-slot',
): Promise<string> {
  // A launch token is good for one call, which may have been applied when it was given up: each repetition launches.
  const { answer } = await repeatWalletCall(async () => {
    const launched = await app.send(
      { method: 'POST', path: '/game-composite/v1/launch' },
      {
        as: member,
        body: { ch: 'test', gameType: gameCode === 'test-table' ? 'LIVECASINO' : 'EGAMES', gameCode },
      },
    );
    const { launchToken } = launched.body.data as { launchToken: string };
    return callWallet(app, 'authenticate', { token: launchToken, gameCode });
  });
  return String(answer['token']);
}

export function walletCommands(app: Pick<TestApp, 'send'>): Commands {
  const gameSessions = new Map<string, string>();
  const sent = new Set<string>();
  /** A call that was given up may have been applied: only a story that repeats a call itself gets the duplicate. */
  const send = async (operation: string, body: Readonly<Record<string, unknown>>): Promise<WalletReply> => {
    const key = JSON.stringify([operation, body['playerId'], body['txId'] ?? body['transactions']]);
    const isOfStory = sent.has(key);
    sent.add(key);
    const { answer, isRepeated } = await repeatWalletCall(() => callWallet(app, operation, body));
    return isRepeated && !isOfStory ? { ...answer, duplicate: false } : answer;
  };
  const movement = async (story: Story, given: Arguments, extra: Readonly<Record<string, unknown>>) => {
    const name = given.at(0);
    const member = await story.member(name);
    return {
      playerId: member.playerId,
      token: gameSessions.get(name) ?? 'no-session',
      gameCode: given.named['game'] ?? 'test-slot',
      roundId: given.named['round'] ?? 'r1',
      txId: given.named['tx'] ?? 'no-tx',
      currency: given.named['currency'] ?? 'THB',
      ...extra,
    };
  };
  const reply = (answer: WalletReply): string => (answer['duplicate'] === true ? `${answer.code} again` : answer.code);
  const amounts = (given: Arguments) => ({
    amount: formatProviderAmount(given.amount(1)),
    ...(given.named['valid'] ? { validBet: given.named['valid'] } : {}),
    ...(given.named['free'] ? { isFree: true } : {}),
    ...(given.named['on'] ? { positions: positionsOf(given.named['on']) } : {}),
    ...(given.named['table'] ? { tableRound: given.named['table'] } : {}),
  });
  return {
    async session(story, given) {
      gameSessions.set(
        given.at(0),
        await authenticateSession(app, await story.member(given.at(0)), given.named['game']),
      );
      return 'OK';
    },
    bet: async (story, given) => reply(await send('bet', await movement(story, given, amounts(given)))),
    win: async (story, given) =>
      reply(
        await send(
          'win',
          await movement(story, given, {
            ...amounts(given),
            ...(given.named['ref'] ? { refTxId: given.named['ref'] } : {}),
            ...(given.named['closed'] ? { roundClosed: true } : {}),
            ...(given.named['spins'] ? { freeSpins: Number(given.named['spins']) } : {}),
          }),
        ),
      ),
    rollback: async (story, given) =>
      reply(await send('rollback', await movement(story, given, { refTxId: given.named['ref'] }))),
    adjust: async (story, given) =>
      reply(await send('adjust', await movement(story, given, { ...amounts(given), refTxId: given.named['ref'] }))),
    async award(story, given) {
      const { roundId: _roundId, gameCode: _gameCode, ...body } = await movement(story, given, amounts(given));
      return reply(await send('award', { ...body, kind: 'tournament' }));
    },
    tip: async (story, given) => reply(await send('tip', await movement(story, given, amounts(given)))),
    async end(story, given) {
      const { playerId, gameCode, roundId } = await movement(story, given, {});
      const spins = given.named['spins'] ? { freeSpins: Number(given.named['spins']) } : {};
      return (await send('endRound', { playerId, gameCode, roundId, ...spins })).code;
    },
    async spin(story, given) {
      const { tx = 'f', left, closed } = given.named;
      const { txId: _txId, ...body } = await movement(story, given, {
        transactions: [
          { operation: 'bet', txId: `${tx}-bet`, amount: '10', isFree: true },
          { operation: 'win', txId: `${tx}-win`, refTxId: `${tx}-bet`, amount: formatProviderAmount(given.amount(1)) },
        ],
        ...(left === undefined ? {} : { freeSpins: Number(left) }),
        ...(closed === undefined ? {} : { roundClosed: true }),
        ...(given.named['campaign'] ? { campaignId: given.named['campaign'] } : {}),
      });
      return reply(await send('betwin', body));
    },
    async hours(story, given) {
      await story.database.execute(sql`
        update game_round set opened_at = opened_at - make_interval(hours => ${Number(given.at(0))}::int)
        where site_id = ${story.site.id} and round_id = ${given.named['round'] ?? ''}`);
      return 'passed';
    },
    async betwin(story, given) {
      const round = given.named['round'] ?? 'r1';
      const { txId: _txId, ...body } = await movement(story, given, {
        transactions: [
          { operation: 'bet', txId: `${round}-bet`, amount: formatProviderAmount(given.amount(1)) },
          {
            operation: 'win',
            txId: `${round}-win`,
            refTxId: `${round}-bet`,
            amount: formatProviderAmount(given.amount(2)),
          },
        ],
        roundClosed: true,
      });
      return reply(await send('betwin', body));
    },
    async turnover(story, given) {
      const member = await story.member(given.at(0));
      const { needTurnover, nowTurnover } = await loadTurnover(story.database, story.site.id, member.id);
      return { need: formatBaht(needTurnover), now: formatBaht(nowTurnover) };
    },
    round: roundFacts,
  };
}

/** "player:100.00,banker:40.00", and "player:100.00:pushed" or the pushed amount "dragon:100.00:50.00". */
function positionsOf(text: string): unknown[] {
  return text.split(',').map((position) => {
    const [type, stake, pushed] = position.split(':');
    return { type, stake, ...(pushed === undefined ? {} : { pushed: pushed === 'pushed' ? stake : pushed }) };
  });
}

async function roundFacts(story: Story, given: Arguments) {
  const member = await story.member(given.at(0));
  const row = await story.database.one<
    Record<'state', string> & Record<'stake' | 'payout' | 'turnover', Money> & { spins: number }
  >(sql`
    select state, stake_e4 as stake, payout_e4 as payout, turnover_e4 as turnover, free_spins as spins from game_round
    where site_id = ${story.site.id} and member_id = ${member.id} and round_id = ${given.at(1)}`);
  return {
    state: row.state,
    stake: formatBaht(row.stake),
    payout: formatBaht(row.payout),
    turnover: formatBaht(row.turnover),
    spins: String(row.spins),
  };
}
