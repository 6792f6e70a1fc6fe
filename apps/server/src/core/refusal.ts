// The two ways to stop: a refusal is an expected no that a person will read, a bug is a broken promise of our own.
//
//     refuse('WITHDRAW_BELOW_MINIMUM', { minimum })     answered with its status and its Thai sentence
//     assert(hold, 'an open withdrawal has a hold')      answered 500, written to the log, somebody must look
//
// Elsewhere: the codes and their sentences (packages/contract), how they are answered (http/errors.ts).

import type { FactsOf, PlainRefusalCode, RefusalCode } from '@chaba/contract/refusals';

export class Refusal<Code extends RefusalCode = RefusalCode> extends Error {
  override readonly name = 'Refusal';
  readonly code: Code;
  readonly facts: FactsOf<Code>;

  constructor(code: Code, facts: FactsOf<Code>) {
    super(code);
    this.code = code;
    this.facts = facts;
  }
}

/** Says no. The facts are what the sentence of this code needs. */
export function refuse<Code extends RefusalCode>(
  code: Code,
  ...facts: Code extends PlainRefusalCode ? [] : [FactsOf<Code>]
): never {
  throw new Refusal(code, facts[0] ?? {});
}

export function isRefusal(error: unknown, code?: RefusalCode): error is Refusal {
  return error instanceof Refusal && (code === undefined || error.code === code);
}

/** A promise of our own was broken. */
class Bug extends Error {
  override readonly name = 'Bug';
}

export function assert(condition: unknown, promise: string): asserts condition {
  if (!condition) throw new Bug(promise);
}
