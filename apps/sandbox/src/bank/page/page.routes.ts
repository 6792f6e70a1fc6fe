// Routes of the bank's page: plain forms, redirects after posts, and local assets. The page loads no external resource
// and cannot be framed.

import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

import { banks } from '@chaba/contract/banks';
import { fitting, rawBody } from '@chaba/sandbox-kit/http';
import { HttpError } from '@chaba/sandbox-kit/http-error';
import { acceptLink, isTester, TESTERS_ONLY, type TesterConfig } from '@chaba/sandbox-kit/testers';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';

import type { BankContext } from '#bank/bank-context';
import { messageState } from '#bank/outbox.store';
import { orderFromForm } from '#bank/transfer-order';
import { makeTransfer, sendFeedLine, setSlipBehaviour, slipQrOf, transferOf } from '#bank/transfers';
import type { BankTransfer } from '#bank/transfers.store';

import { donePage, noTransferPage, type FeedState, wrongLinkPage } from './done-page.ts';
import { formPage, type FormFields, type FormProblem } from './form-page.ts';

const CONTENT_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self'",
  "font-src 'self'",
  "connect-src 'self'",
  "form-action 'self'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

type Transferred = { Params: { transRef: string } };

export function bankPageRoutes(app: FastifyInstance, config: TesterConfig, context: BankContext): void {
  assetRoutes(app);

  app.get('/bank', (request, reply) => {
    const accepted = acceptLink(request, reply, config);
    if (accepted === false) return page(reply.code(403), wrongLinkPage());
    return accepted ?? page(reply, formPage(textFields(request.query)));
  });

  app.post('/bank', (request, reply) => {
    const fields = formFields(rawBody(request));
    try {
      const { transRef } = makeTransfer(context, orderFromForm(fields));
      return reply.redirect(`/bank/done/${transRef}`, 303);
    } catch (error) {
      if (!(error instanceof HttpError)) throw error;
      const problem: FormProblem = { code: error.code, field: error.field };
      return page(reply.code(error.status), formPage(fields, problem));
    }
  });

  app.get<Transferred>('/bank/done/:transRef', (request, reply) => {
    const transfer = known(context, request.params.transRef);
    if (!transfer) return page(reply.code(404), noTransferPage());
    const controls = isTester(request, config) ? feedStateOf(context, transfer) : undefined;
    return page(reply, donePage(transfer, slipQrOf(transfer), controls));
  });

  app.post<Transferred>('/bank/done/:transRef/slip', TESTERS_ONLY, (request, reply) => {
    const { transRef } = request.params;
    const fields = fitting(z.object({ slip: z.enum(['ok', 'pending', 'down']) }), formFields(rawBody(request)));
    setSlipBehaviour(context, transRef, fields.slip);
    return reply.redirect(`/bank/done/${transRef}`, 303);
  });

  app.post<Transferred>('/bank/done/:transRef/feed', TESTERS_ONLY, (request, reply) => {
    const transfer = transferOf(context, request.params.transRef);
    sendFeedLine(context, transfer);
    return reply.redirect(`/bank/done/${transfer.transRef}`, 303);
  });
}

function assetRoutes(app: FastifyInstance): void {
  const font = (subset: string): Buffer =>
    readFileSync(
      fileURLToPath(import.meta.resolve(`@fontsource-variable/anuphan/files/anuphan-${subset}-wght-normal.woff2`)),
    );
  const own = (name: string): Buffer => readFileSync(join(import.meta.dirname, name));
  const assets: readonly (readonly [string, string, Buffer])[] = [
    ['page.css', 'text/css; charset=utf-8', own('page.css')],
    ['banks.css', 'text/css; charset=utf-8', Buffer.from(bankColours())],
    ['page.js', 'text/javascript; charset=utf-8', own('page.js')],
    ['mark.svg', 'image/svg+xml', own('mark.svg')],
    ['chevron.svg', 'image/svg+xml', own('chevron.svg')],
    ['anuphan-thai.woff2', 'font/woff2', font('thai')],
    ['anuphan-latin.woff2', 'font/woff2', font('latin')],
  ];
  for (const [name, type, content] of assets) {
    app.get(`/bank/assets/${name}`, (_request, reply) => {
      const cache = type === 'font/woff2' ? 'public, max-age=31536000, immutable' : 'no-cache';
      return reply
        .headers({ 'content-type': type, 'cache-control': cache, 'x-content-type-options': 'nosniff' })
        .send(content);
    });
  }
}

function page(reply: FastifyReply, body: string): FastifyReply {
  return reply
    .headers({
      'content-type': 'text/html; charset=utf-8',
      'content-security-policy': CONTENT_POLICY,
      'cache-control': 'no-store',
      'referrer-policy': 'same-origin',
      'x-content-type-options': 'nosniff',
    })
    .send(body);
}

function formFields(body: Buffer): FormFields {
  return Object.fromEntries(new URLSearchParams(body.toString('utf8')));
}

/** The text fields of a query; repeated fields are dropped. */
function textFields(query: unknown): FormFields {
  const given = Object.entries((query ?? {}) as Record<string, unknown>);
  return Object.fromEntries(given.filter((entry): entry is [string, string] => typeof entry[1] === 'string'));
}

function known(context: BankContext, transRef: string): BankTransfer | undefined {
  try {
    return transferOf(context, transRef);
  } catch (error) {
    if (error instanceof HttpError) return undefined;
    throw error;
  }
}

function feedStateOf(context: BankContext, transfer: BankTransfer): FeedState {
  const line = JSON.parse(transfer.feedLine) as { lineId: string };
  const message = messageState(context.memory, line.lineId);
  if (!message) return 'none';
  if (message.delivered_at_ms !== null) return 'delivered';
  return message.attempts > 0n ? 'refused' : 'waiting';
}

/** One class per bank colour, because the content security policy allows no inline style. */
function bankColours(): string {
  return banks
    .map(({ code, colour, textColour }) => `.bank-${code}{background:${colour};color:${textColour}}`)
    .join('\n');
}
