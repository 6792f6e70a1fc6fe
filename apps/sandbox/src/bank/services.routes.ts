// Signed routes of the bank for the server: account names, slips, payouts, statements. HTTP 200 for every business
// result, 401 for an invalid signature, 400 for an invalid body.
//
// An injected fault answers TEMPORARY (down), 503 (broken) or not at all (silent), always after the signature check.

import { setTimeout as sleep } from 'node:timers/promises';

import { isListedBank } from '@chaba/contract/banks';
import { jsonBody, requireSigner } from '@chaba/sandbox-kit/http';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import { holderOf, isPhone, nameCheckOf, PAYING_ACCOUNT, stateOf, WALLET_CODE } from './accounts.ts';
import { wireAmount } from './amounts.ts';
import { behaviourOf, type BankService } from './behaviour.store.ts';
import { askPayout, payoutState } from './payouts.ts';
import type { BankContext } from './bank-context.ts';
import { verifySlip } from './slips.ts';
import { statementOf } from './statements.ts';

const SILENCE_MS = 60_000;

const bankCode = z.string().refine(isListedBank, 'must be the three digits of a Thai bank');
const account = z.string().regex(/^(\d{10}|\d{12})$/, 'must have 10 or 12 digits');

const nameBody = z.object({ bankCode, account });
const slipBody = z.object({ sendingBank: z.string().min(1).max(20), transRef: z.string().min(1).max(40) });
const payoutBody = z.object({
  payoutId: z.string().min(1).max(100),
  bankCode,
  account,
  name: z.string().min(1).max(300),
  amount: wireAmount,
});

type Temporary = { readonly code: 'TEMPORARY' };

export function serviceRoutes(app: FastifyInstance, sandbox: Sandbox, context: BankContext): void {
  /** Returns the result of a service, or its injected fault. */
  async function served<Answer>(
    request: FastifyRequest,
    service: BankService,
    answer: () => Answer | Promise<Answer>,
  ): Promise<Answer | Temporary> {
    requireSigner(sandbox, request, (keyId) => keyId === 'bank');
    switch (behaviourOf(context.memory, service)) {
      case 'ok':
        return answer();
      case 'down':
        return { code: 'TEMPORARY' };
      case 'broken':
        return failRequest(503, 'UNAVAILABLE', 'Injected fault: broken.');
      case 'silent':
        await sleep(SILENCE_MS, undefined, { ref: false });
        return failRequest(504, 'UNAVAILABLE', 'Injected fault: silent.');
    }
  }

  app.post('/bank-api/v1/account-name', (request) =>
    served(request, 'nameCheck', () => accountName(context, jsonBody(nameBody, request))),
  );
  app.post('/slip-api/v1/verify', (request) =>
    served(request, 'verifier', () => verifySlip(context, jsonBody(slipBody, request))),
  );
  app.post('/payout-api/v1/payouts', (request) =>
    served(request, 'payouts', () => askPayout(context, jsonBody(payoutBody, request))),
  );
  app.get<{ Params: { payoutId: string } }>('/payout-api/v1/payouts/:payoutId', (request) =>
    served(request, 'payouts', () => payoutState(context, request.params.payoutId)),
  );
  app.get<{ Params: { bankCode: string; account: string }; Querystring: { after?: string } }>(
    '/statement-api/v1/accounts/:bankCode/:account',
    (request) =>
      served(request, 'statements', () => {
        const { bankCode: bank, account: number } = request.params;
        const isKnown = bank === WALLET_CODE ? isPhone(number) : isListedBank(bank) && /^(\d{10}|\d{12})$/.test(number);
        if (!isKnown) failRequest(400, 'INVALID_ACCOUNT', 'A bank code and 10 or 12 digits, or TRUEMONEY and a phone.');
        return statementOf(context, { bankCode: bank, account: number, after: cursorOf(request.query.after) });
      }),
  );
  app.get<{ Querystring: { after?: string } }>('/statement-api/v1/paying-account', (request) =>
    served(request, 'statements', () =>
      statementOf(context, { ...PAYING_ACCOUNT, after: cursorOf(request.query.after) }),
    ),
  );
}

function cursorOf(after = '0'): bigint {
  if (!/^\d{1,15}$/.test(after)) failRequest(400, 'INVALID_CURSOR', 'after: the cursor of an earlier page.', 'after');
  return BigInt(after);
}

async function accountName(context: BankContext, request: z.output<typeof nameBody>): Promise<unknown> {
  const check = nameCheckOf(request.account);
  if (check === 'down') return { code: 'TEMPORARY' };
  if (check === 'slow') await sleep(context.times.slowNameCheckMs);

  const state = stateOf(request.bankCode, request.account);
  if (state === 'not_found') return { code: 'NOT_FOUND' };
  if (state === 'closed') return { code: 'CLOSED' };
  const { title, firstName, lastName, isJuristic } = holderOf(request.bankCode, request.account);
  return { code: 'OK', title, firstName, lastName, isJuristic };
}
