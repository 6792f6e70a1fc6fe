// The outside parties of the bank side, in a test's own words: each answers what the test hands it.

import type { SignedHttpClient } from '#core/signed-http-client';
import { UpstreamUnavailableError } from '#core/signed-http-client';

type AnswerOf = (body: Readonly<Record<string, unknown>>, target: string) => Record<string, unknown> | undefined;

/** An outside party that answers by a function; nothing means that it does not answer. */
export function fakeOutside(answerOf: AnswerOf): SignedHttpClient & { readonly asked: readonly string[] } {
  const asked: string[] = [];
  return {
    asked,
    async ask(method, target, body = {}) {
      asked.push(`${method} ${target} ${JSON.stringify(body)}`);
      const answer = answerOf(body, target);
      if (answer === undefined) throw new UpstreamUnavailableError('the test wants no answer');
      return answer;
    },
  };
}

/** Names every account สมชาย ใจดี. */
export const friendlyNames = fakeOutside(() => ({
  code: 'OK',
  title: 'นาย',
  firstName: 'สมชาย',
  lastName: 'ใจดี',
  isJuristic: false,
}));
