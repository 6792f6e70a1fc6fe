// Unsigned routes for people and test tools: create a transfer, get its slip. They need no signature, because the money
// is play money. Behaviours, results of payouts and the books of accounts are for testers
// (packages/sandbox-kit/src/testers.ts).

import { cleanAccountNumber, isAccountNumber, isListedBank } from '@chaba/contract/banks';
import { jsonBody } from '@chaba/sandbox-kit/http';
import { failRequest } from '@chaba/sandbox-kit/http-error';
import type { Sandbox } from '@chaba/sandbox-kit/sandbox';
import { isTester, TESTERS_ONLY } from '@chaba/sandbox-kit/testers';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';

import type { BankConfig } from '#core/config';

import { fullNameOf, holderOf, isPhone, nameCheckOf, stateOf, WALLET_CODE } from './accounts.ts';
import { signedText, wireText } from './amounts.ts';
import { balanceOf, lastEntries } from './balances.store.ts';
import { setBehaviour, type BankService } from './behaviour.store.ts';
import { setResult } from './payouts.ts';
import type { BankContext } from './bank-context.ts';
import { createSlipDrawer } from './slip-drawer.ts';
import { orderFrom, transferBody } from './transfer-order.ts';
import { makeTransfer, sendFeedLine, setSlipBehaviour, slipQrOf, transferOf } from './transfers.ts';
import type { BankTransfer } from './transfers.store.ts';

const ENTRIES_SHOWN = 50;

const slipChoice = z.enum(['ok', 'pending', 'down']);
const serviceChoice = z.enum(['ok', 'down', 'broken', 'silent']).optional();

const slipBehaviourBody = z.object({ slip: slipChoice });
const payoutResultBody = z.object({ status: z.enum(['paid', 'failed', 'returned']) });
const behaviourBody = z.object({
  verifier: serviceChoice,
  nameCheck: serviceChoice,
  payouts: serviceChoice,
  statements: serviceChoice,
});

export function transferRoutes(app: FastifyInstance, sandbox: Sandbox<BankConfig>, context: BankContext): void {
  app.post('/bank/transfers', (request) => {
    const attemptKey = request.headers['idempotency-key'];
    const order = orderFrom(jsonBody(transferBody, request), request.query, attemptKey);
    return answerOf(makeTransfer(context, order), publicAddress(sandbox, request));
  });

  app.get<{ Params: { transRef: string } }>('/bank/transfers/:transRef', (request) => {
    const transfer = transferOf(context, request.params.transRef);
    return {
      ...answerOf(transfer, publicAddress(sandbox, request)),
      amount: wireText(transfer.amount),
      slip: transfer.slip,
      feed: transfer.feed,
      feedLine: JSON.parse(transfer.feedLine) as unknown,
    };
  });

  app.post<{ Params: { transRef: string } }>('/bank/transfers/:transRef/feed', TESTERS_ONLY, (request) => {
    sendFeedLine(context, transferOf(context, request.params.transRef));
    return { code: 'OK' };
  });

  const slips = createSlipDrawer();
  app.addHook('onClose', () => slips.close());
  app.get<{ Params: { file: string } }>('/bank/slips/:file', async (request, reply) => {
    const transRef = /^([A-Za-z0-9]{1,25})\.png$/.exec(request.params.file)?.[1] ?? '';
    const picture = await slips.draw(transferOf(context, transRef));
    return reply
      .header('content-type', 'image/png')
      .header('cache-control', 'public, max-age=86400, immutable')
      .header('x-content-type-options', 'nosniff')
      .send(picture);
  });

  app.post<{ Params: { transRef: string } }>('/bank/slips/:transRef/behaviour', TESTERS_ONLY, (request) => {
    setSlipBehaviour(context, request.params.transRef, jsonBody(slipBehaviourBody, request).slip);
    return { code: 'OK' };
  });

  app.post<{ Params: { payoutId: string } }>('/bank/payouts/:payoutId/result', TESTERS_ONLY, (request) => {
    setResult(context, request.params.payoutId, jsonBody(payoutResultBody, request).status);
    return { code: 'OK' };
  });

  app.post('/bank/behaviour', TESTERS_ONLY, (request) => {
    for (const [service, behaviour] of Object.entries(jsonBody(behaviourBody, request))) {
      if (behaviour) setBehaviour(context.memory, service as BankService, behaviour);
    }
    return { code: 'OK' };
  });

  app.get<{ Params: { bankCode: string; account: string } }>('/bank/accounts/:bankCode/:account', (request) =>
    accountView(context, request.params, isTester(request, sandbox.config)),
  );
}

/** The address of this sandbox as the client addresses it. */
function publicAddress({ config }: Sandbox<BankConfig>, request: FastifyRequest): string {
  // With port 0 the port is not configured, so the Host header of the request is used.
  return config.port === 0 ? `http://${request.host}` : config.publicUrl;
}

function answerOf(transfer: BankTransfer, address: string): Record<string, string> {
  return {
    transRef: transfer.transRef,
    slipQr: slipQrOf(transfer),
    slipImageUrl: `${address}/bank/slips/${transfer.transRef}.png`,
  };
}

/** The holder for everyone, as a bank shows it before a transfer; balance and entries for testers. */
function accountView(
  context: BankContext,
  { bankCode, account: typed }: { readonly bankCode: string; readonly account: string },
  isForTester: boolean,
): unknown {
  const account = cleanAccountNumber(typed);
  const isKnown = bankCode === WALLET_CODE ? isPhone(account) : isListedBank(bankCode) && isAccountNumber(account);
  if (!isKnown) failRequest(400, 'INVALID_ACCOUNT', 'A bank code and 10 or 12 digits, or TRUEMONEY and a phone.');

  const state = stateOf(bankCode, account);
  if (state === 'not_found') failRequest(404, 'ACCOUNT_NOT_FOUND', 'No such account.');
  const holder = holderOf(bankCode, account);
  return {
    bankCode,
    account,
    state,
    nameCheck: nameCheckOf(account),
    name: fullNameOf(holder),
    ...holder,
    ...(isForTester ? booksOf(context, bankCode, account) : {}),
  };
}

function booksOf(context: BankContext, bankCode: string, account: string) {
  return {
    balance: wireText(balanceOf(context.memory, bankCode, account)),
    entries: lastEntries(context.memory, bankCode, account, ENTRIES_SHOWN).map((entry) => ({
      amount: signedText(entry.amount_e4),
      balanceAfter: signedText(entry.balance_after_e4),
      cause: entry.cause,
      at: new Date(Number(entry.at_ms)).toISOString(),
    })),
  };
}
