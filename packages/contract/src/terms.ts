// Endpoints of the terms of use: the version in force, and a member's acceptance of a version.

import * as z from 'zod/mini';

import { timestampSchema } from './amounts.ts';
import { defineEndpoint } from './endpoint.ts';

const TERMS_VERSION_MAX = 1_000_000;

/** Plain text: an empty line separates paragraphs; a paragraph that begins with `# ` is a heading. */
export const terms = z.object({
  /** Zero: the site has published no terms. */
  version: z.number(),
  text: z.string(),
  publishedAt: z.nullable(timestampSchema),
});

export type Terms = z.output<typeof terms>;

export const getTerms = defineEndpoint({
  method: 'GET',
  path: '/v2/terms',
  auth: 'none',
  summary: 'The terms of use in force at the site that the api-key identifies. Available during maintenance.',
  data: terms,
  errorCodes: [],
  isExtension: true,
});

export const acceptTerms = defineEndpoint({
  method: 'POST',
  path: '/user-profile-composite/v1/users/terms',
  auth: 'member',
  summary:
    'Records that the member accepts a version of the terms. A version that was accepted before is recorded once.',
  body: z.strictObject({ version: z.int().check(z.positive(), z.lte(TERMS_VERSION_MAX)) }),
  data: z.object({ version: z.number() }),
  errorCodes: ['NOT_FOUND'],
  isExtension: true,
});
