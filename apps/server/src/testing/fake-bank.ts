// External parties of the bank side: each returns the response that the test sets.

import type { SignedHttpClient } from '#core/signed-http-client';
import { UpstreamUnavailableError } from '#core/signed-http-client';

type AnswerOf = (body: Readonly<Record<string, unknown>>, target: string) => Record<string, unknown> | undefined;

/** An external party that responds by a function; undefined means no response. */
export function fakeOutside(answerOf: AnswerOf): SignedHttpClient & { readonly requests: readonly string[] } {
  const requests: string[] = [];
  return {
    requests,
    async request(method, target, body = {}) {
      requests.push(`${method} ${target} ${JSON.stringify(body)}`);
      const answer = answerOf(body, target);
      if (answer === undefined) throw new UpstreamUnavailableError('the test sets no response');
      return answer;
    },
  };
}

/** Returns the name สมชาย ใจดี for every account. */
export const friendlyNames = fakeOutside(() => ({
  code: 'OK',
  title: 'นาย',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  isJuristic: false,
}));
