// A wallet in memory with the parts of the AMB and Hub88 protocols that their scenarios use, with one planted fault
// at a time: it shows that each scenario fails a wallet that breaks its rule.
//
// Elsewhere: the same for our protocol (reference-wallet.ts).

import { verify } from 'node:crypto';

import { parseProviderAmount, roundProviderAmount } from '@chaba/money';

import type { AggregatorName, AggregatorRequest } from '#certify/certify';
import type { SignedResponse } from '#certify/wire';

export const aggregatorFaults = [
  'rounds a stake to the nearest unit',
  'rounds a payout down',
  'rounds a payout up',
  'rejects an amount finer than its unit',
  'reads the currency in any letter case',
  'accepts any currency',
  'applies a repeat again',
  'accepts a forged request',
  'accepts an unknown player',
  'accepts an unknown game',
  'accepts a rejected request when it is repeated',
  'reads Basic in one spelling',
] as const;
export type AggregatorFault = (typeof aggregatorFaults)[number];

type Body = Readonly<Record<string, unknown>>;
type Code = 'OK' | 'REPEATED' | 'CURRENCY' | 'PLAYER' | 'GAME' | 'INVALID' | 'SIGNATURE';
type Movement = { readonly txId: string; readonly isStake: boolean; readonly amount: unknown };

const CODES: Readonly<Record<AggregatorName, Readonly<Record<Code, string | number>>>> = {
  amb: { OK: 0, REPEATED: 20_002, CURRENCY: 40_003, PLAYER: 10_001, GAME: 40_003, INVALID: 40_003, SIGNATURE: 30_002 },
  hub88: {
    OK: 'RS_OK',
    REPEATED: 'RS_OK',
    CURRENCY: 'RS_ERROR_WRONG_CURRENCY',
    PLAYER: 'RS_ERROR_INVALID_TOKEN',
    GAME: 'RS_ERROR_INVALID_GAME',
    INVALID: 'RS_ERROR_WRONG_SYNTAX',
    SIGNATURE: 'RS_ERROR_INVALID_SIGNATURE',
  },
};
const SLOT = 'test-slot';

/** `publicKey`: of Hub88, a PEM. */
export function createReferenceAggregator(
  name: AggregatorName,
  credentials: { readonly basic: string; readonly publicKey: string },
  fault?: AggregatorFault,
): (request: AggregatorRequest) => Promise<SignedResponse> {
  // In 1/10,000 baht, with a rest that balances in satang do not show.
  let balance = 10_000_037n;
  const done = new Set<string>();
  const rejected = new Set<string>();

  function isSigned({ headers, raw }: AggregatorRequest): boolean {
    if (fault === 'accepts a forged request') return true;
    if (name === 'hub88') {
      const signature = Buffer.from(headers['x-hub88-signature'] ?? '', 'base64');
      return verify('RSA-SHA256', Buffer.from(raw), credentials.publicKey, signature);
    }
    const [scheme = '', given] = headers['authorization']?.split(' ') ?? [];
    const isBasic = fault === 'reads Basic in one spelling' ? scheme === 'Basic' : scheme.toLowerCase() === 'basic';
    return isBasic && given === credentials.basic;
  }

  function apply(path: string, body: Body): Code {
    const { currency } = body;
    const isOwn =
      fault === 'reads the currency in any letter case' ? /^thb$/i.test(String(currency)) : currency === 'THB';
    if (!isOwn && fault !== 'accepts any currency') return 'CURRENCY';
    const player = body['username'] ?? body['user'];
    if (player !== 'player-1' && fault !== 'accepts an unknown player') return 'PLAYER';
    if (path.endsWith('alance')) return path.includes('adjust') ? 'INVALID' : 'OK';
    const games = name === 'amb' ? (body['txns'] as Body[]).map(({ gameCode }) => gameCode) : [body['game_code']];
    if (games.some((game) => game !== SLOT) && fault !== 'accepts an unknown game') return 'GAME';
    const amounts = listMovements(name, path, body).map((one) => ({ ...one, moved: round(one) }));
    if (amounts.some(({ moved }) => moved === undefined)) return 'INVALID';
    const isRepeated = amounts.every(({ txId }) => done.has(txId));
    if (isRepeated && fault !== 'applies a repeat again') return 'REPEATED';
    for (const { txId, moved = 0n } of amounts) {
      balance += moved;
      done.add(txId);
    }
    return 'OK';
  }

  function round({ amount, isStake }: Movement): bigint | undefined {
    if (typeof amount !== 'number') return undefined;
    const baht = name === 'amb' ? String(Math.max(amount, 0)) : toDecimal(amount);
    const exact = parseProviderAmount(baht);
    if (exact === undefined && fault === 'rejects an amount finer than its unit') return undefined;
    const down = roundProviderAmount(baht, 'down') ?? 0n;
    const nearest = roundProviderAmount(baht, 'nearest') ?? 0n;
    if (isStake) return fault === 'rounds a stake to the nearest unit' ? -nearest : -down;
    if (fault === 'rounds a payout down') return down;
    return fault === 'rounds a payout up' && roundProviderAmount(baht, 'nearest') !== exact ? down + 1n : nearest;
  }

  return async (request) => {
    const respond = (code: Code, status = 200): SignedResponse => ({
      status,
      body:
        name === 'amb'
          ? { statusCode: CODES.amb[code], balance: Number(balance / 100n) / 100 }
          : { status: CODES.hub88[code], balance: Number(balance * 10n) },
    });
    if (!isSigned(request)) return respond('SIGNATURE', 401);
    const body = JSON.parse(request.raw) as Body;
    const own = request.path + JSON.stringify({ ...body, id: '', request_uuid: '', timestampMillis: 0 });
    const code = apply(request.path, body);
    if (code === 'OK' || code === 'REPEATED') return respond(code);
    if (rejected.has(own) && fault === 'accepts a rejected request when it is repeated') return respond('OK');
    rejected.add(own);
    return respond(code);
  };
}

function listMovements(name: AggregatorName, path: string, body: Body): Movement[] {
  if (name === 'hub88') {
    const isStake = path.endsWith('bet');
    return [{ txId: String(body['transaction_uuid']), isStake, amount: body['amount'] }];
  }
  return (body['txns'] as Body[]).flatMap(({ id, betAmount, payoutAmount }) => {
    const stake = { txId: `stake:${String(id)}`, isStake: true, amount: betAmount };
    const payout = { txId: `payout:${String(id)}`, isStake: false, amount: payoutAmount };
    if (/placeBets|placeTips/.test(path)) return [stake];
    return body['productId'] === 'PGSOFT' ? [stake, payout] : [payout];
  });
}

/** Hundred-thousandths of a baht as a decimal text. */
function toDecimal(units: number): string {
  const digits = String(units).padStart(6, '0');
  return `${digits.slice(0, -5)}.${digits.slice(-5)}`.replace(/0$/, '');
}
