// Members with money, created over HTTP and signed in by the page's storage keys, and transfers at the sandbox's bank
// with real slip pictures.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';

import type { Page } from 'playwright-core';
import { prepareZXingModule, writeBarcode } from 'zxing-wasm/writer';

import { join, createSession } from './members.ts';
import type { Product } from './product.ts';

export type JourneyMember = { readonly token: string; readonly info: unknown; readonly account: string };
export type SlipPicture = { readonly name: string; readonly mimeType: string; readonly buffer: Buffer };
export type Transfer = { readonly transRef: string; readonly slip: SlipPicture };

const BANK = '004';
const SITE_ACCOUNT = { toBankCode: '004', toAccount: '9998887776' };

type ApiResponse = {
  readonly success: boolean;
  readonly data: Readonly<Record<string, string>>;
  readonly authToken?: string;
};

async function call(product: Product, method: string, path: string, body?: object, headers = {}): Promise<ApiResponse> {
  const response = await fetch(product.url + path, {
    method,
    headers: { 'api-key': 'chaba-sandbox', ...(body ? { 'content-type': 'application/json' } : {}), ...headers },
    ...(body ? { body: JSON.stringify(body) } : {}),
  });
  const result = (await response.json()) as ApiResponse;
  assert.ok(response.ok, `${method} ${path}: ${JSON.stringify(result)}`);
  return result;
}

/** A signed-in member whose bound account has this ending. */
export async function makeMember(product: Product, ending?: string): Promise<JourneyMember> {
  const joined = await join(product.url, ending);
  return { ...(await createSession(product.url, joined)), account: joined.account };
}

/** Opens an address as that member, signed in by the page's own storage keys (spec §3). */
export async function openAs(
  page: Page,
  product: Pick<Product, 'url'>,
  member: JourneyMember,
  path: string,
): Promise<void> {
  await page.addInitScript(
    ([token, info]) => {
      // The script runs in every frame; frames of another origin have no such storage.
      if (globalThis.top !== globalThis.self) return;
      localStorage.setItem('AccessToken', token);
      localStorage.setItem('UserInfo', info);
    },
    [member.token, JSON.stringify(member.info)] as const,
  );
  await page.goto(product.url + path);
}

/** A transfer at the bank; `query` selects the behaviour of slip and feed. */
export async function transfer(
  product: Product,
  member: JourneyMember,
  amount: number,
  { query = '', ...to }: { readonly query?: string } & Readonly<Record<string, string>> = {},
): Promise<Transfer> {
  const response = await fetch(`${product.sandboxUrl}/bank/transfers${query}`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromBankCode: BANK, fromAccount: member.account, ...SITE_ACCOUNT, amount, ...to }),
  });
  const { transRef, slipImageUrl } = (await response.json()) as { transRef: string; slipImageUrl: string };
  const picture = await fetch(slipImageUrl);
  return { transRef, slip: toPngFile(Buffer.from(await picture.arrayBuffer())) };
}

/** Credits a member without the page. */
export async function credit(product: Product, member: JourneyMember, amount: number): Promise<void> {
  const response = await fetch(`${product.sandboxUrl}/bank/transfers`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ fromBankCode: BANK, fromAccount: member.account, ...SITE_ACCOUNT, amount }),
  });
  const { slipQr } = (await response.json()) as { slipQr: string };
  const slip = '/user-profile-composite/v1/topup-api/pullslip';
  await call(product, 'POST', slip, { barcode: slipQr }, { 'api-auth': member.token });
}

let writer: Promise<unknown> | undefined;

/** Opened once, because each new writer compiles its own code for every picture. */
function openWriter(): Promise<unknown> {
  const wasm = readFileSync(new URL(import.meta.resolve('zxing-wasm/writer/zxing_writer.wasm')));
  return prepareZXingModule({ overrides: { wasmBinary: new Uint8Array(wasm).buffer }, fireImmediately: true });
}

/** Draws a code with this text. */
export async function drawCode(text: string, format: 'QRCode' | 'Code128' = 'QRCode'): Promise<SlipPicture> {
  await (writer ??= openWriter());
  const { image, error } = await writeBarcode(text, { format, scale: 6 });
  assert.ok(image, error);
  return toPngFile(Buffer.from(await image.arrayBuffer()));
}

export function toPngFile(buffer: Buffer): SlipPicture {
  return { name: 'slip.png', mimeType: 'image/png', buffer };
}

/** Runs an operator command with its people: see `npm run operator -- --help`. */
export async function operator(product: Product, ...words: readonly string[]): Promise<void> {
  // Loaded for the first command, because most journeys give none.
  const { openOperatorOnce } = await import('#operator/testing/run-operator');
  const run = openOperatorOnce(product, { SANDBOX_URL: product.sandboxUrl });
  const { code, err } = await run(...words);
  assert.equal(code, 0, `operator ${words.join(' ')}: ${err}`);
}
