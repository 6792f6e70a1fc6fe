// A client of the studio's player API: opens games as a member of a site and plays rounds to their end.
//
// Always true: a request is repeated with the same ids until it is answered, as the pages do, so that a killed process
// creates no second round.

import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';

import { createClient, signUp } from '#e2e/conformance/client';
import type { JourneyMember } from '#e2e/money';
import type { Product } from '#e2e/product';
import { pollUntil } from '#testing/product/until';

export type StudioJson = Readonly<Record<string, unknown>>;
export type StudioSession = {
  readonly gameCode: string;
  readonly bearer: string;
  readonly clientId: string;
  readonly isTable: boolean;
};
export type EndedRound = { readonly state: string; readonly payout?: string };
export type LaunchedGame = {
  readonly ch: string;
  readonly gameCode: string;
  readonly gameType: string;
  /** The key of the member's site. */
  readonly apiKey?: string;
};
type Bet = { readonly stake: string; readonly places?: readonly string[] };

/** The sites of the demo data, with the account that receives deposits. */
export const SITES = [
  { code: 'chaba', catalogue: 'default', apiKey: 'chaba-sandbox', toBankCode: '004', toAccount: '9998887776' },
  { code: 'lanna', catalogue: 'partner', apiKey: 'lanna-sandbox', toBankCode: '002', toAccount: '4443332221' },
] as const;
export type SeededSite = (typeof SITES)[number];

export const ENDED_STATES = ['settled', 'refused', 'voided', 'cancelled'];
const TIMEOUT_MS = 60_000;
/** Interval between two requests for the state of a table. */
const TABLE_MS = 300;
const ROUND_MS = 50;

export function createStudioClient(product: Product) {
  async function send(method: string, path: string, bearer = '', body?: StudioJson): Promise<StudioJson> {
    const response = await fetch(product.sandboxUrl + path, {
      method,
      headers: {
        ...(body && { 'content-type': 'application/json' }),
        ...(bearer !== '' && { authorization: `Bearer ${bearer}` }),
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    return (await response.json()) as StudioJson;
  }

  async function sendUntilAnswered(
    method: string,
    path: string,
    bearer: string,
    body?: StudioJson,
    isWanted: (response: StudioJson) => boolean = () => true,
  ): Promise<StudioJson> {
    let response: StudioJson | undefined;
    await pollUntil(
      async () => {
        response = await send(method, path, bearer, body).catch(() => undefined);
        return response !== undefined && isWanted(response);
      },
      { message: `no response to ${path}`, timeoutMs: TIMEOUT_MS },
    ).catch((error: unknown) => assert.fail(`${String(error)}: ${JSON.stringify(response)}`));
    return response ?? assert.fail();
  }

  /** A table opens when its state is read, and accepts the bet when it is open. */
  async function sendTicket(bearer: string, body: StudioJson): Promise<StudioJson> {
    let response: StudioJson | undefined;
    await pollUntil(
      async () => {
        response = await send('GET', '/studio/v1/tables/state', bearer)
          .then(() => send('POST', '/studio/v1/tables/tickets', bearer, body))
          .catch(() => undefined);
        return response?.['ticket'] !== undefined;
      },
      { message: 'no table accepts the bet', timeoutMs: TIMEOUT_MS, intervalMs: TABLE_MS },
    ).catch((error: unknown) => assert.fail(`${String(error)}: ${JSON.stringify(response)}`));
    return response?.['ticket'] as StudioJson;
  }

  /** Returns the address of the game's page, with a launch token. */
  async function launch(token: string, game: LaunchedGame): Promise<URL> {
    const { apiKey = 'chaba-sandbox', ch, gameCode, gameType } = game;
    const response = await fetch(`${product.url}/game-composite/v1/launch`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'api-key': apiKey, 'api-auth': token },
      body: JSON.stringify({ ch, gameCode, gameType }),
    });
    const { data } = (await response.json()) as { data: { url: string } };
    return new URL(data.url);
  }

  async function open(token: string, game: LaunchedGame): Promise<StudioSession> {
    const { gameCode, gameType } = game;
    const { searchParams: launched } = await launch(token, game);
    const isTable = gameType === 'LIVECASINO' || gameType === 'TRADING';
    const body = { operator: launched.get('operator'), gameCode, token: launched.get('token') };
    const { sessionToken } = await send('POST', `/studio/v1/${isTable ? 'tables/' : ''}session`, '', body);
    return { gameCode, bearer: String(sessionToken), isTable, clientId: randomBytes(16).toString('hex') };
  }

  /** Sends the bet until it gets a response, decides where the game requires it, and waits for the end of the round. */
  async function play({ bearer, clientId, isTable }: StudioSession, { stake, places = [] }: Bet): Promise<EndedRound> {
    if (isTable) {
      const body = { clientTicketId: clientId, positions: places.map((type) => ({ type, stake })) };
      const ticket = await sendTicket(bearer, body);
      return untilEnded(async () => {
        const { tickets } = await sendUntilAnswered('GET', '/studio/v1/tables/tickets', bearer);
        return (tickets as (EndedRound & StudioJson)[]).find(({ ticketId }) => ticketId === ticket['ticketId']);
      }, TABLE_MS);
    }
    const response = await sendUntilAnswered(
      'POST',
      '/studio/v1/spin',
      bearer,
      { stake, clientRoundId: clientId },
      // Two paid spins keep an interval.
      ({ code }) => code !== 'TOO_SOON',
    );
    const { roundId } = (response['round'] as { roundId: string } | undefined) ?? assert.fail(JSON.stringify(response));
    return untilEnded(async () => {
      const round = await sendUntilAnswered('GET', `/studio/v1/rounds/${roundId}`, bearer);
      if (round['state'] === 'choosing') {
        await sendUntilAnswered('POST', '/studio/v1/decide', bearer, { roundId, decision: '11111' });
      }
      return round as StudioJson & EndedRound;
    });
  }

  return { send, launch, open, play };
}

/** A new member of the site with this deposit, in baht. */
export async function createRichMember(
  product: Product,
  { apiKey, toBankCode, toAccount }: SeededSite,
  amount: number,
): Promise<JourneyMember> {
  const client = createClient(product.url, apiKey);
  const { token, account } = await signUp(client);
  const response = await fetch(`${product.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromBankCode: '004', fromAccount: account, toBankCode, toAccount, amount }),
  });
  const { slipQr } = (await response.json()) as { slipQr: string };
  const payload = { barcode: slipQr };
  const { body, text } = await client('POST /user-profile-composite/v1/topup-api/pullslip', { payload, token });
  assert.equal(body['success'], true, text);
  const refreshed = await client('GET /auth-service/v1/refresh', { token });
  return { token, info: refreshed.body['data'], account };
}

/** The session with the id of its next round. */
export function nextRound(session: StudioSession): StudioSession {
  return { ...session, clientId: randomBytes(16).toString('hex') };
}

async function untilEnded(load: () => Promise<EndedRound | undefined>, intervalMs = ROUND_MS): Promise<EndedRound> {
  let lastRound: EndedRound | undefined;
  await pollUntil(
    async () => {
      lastRound = await load();
      return lastRound !== undefined && ENDED_STATES.includes(lastRound.state);
    },
    { message: 'a round stayed open', timeoutMs: TIMEOUT_MS, intervalMs },
  );
  return lastRound ?? assert.fail();
}
