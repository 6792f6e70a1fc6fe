// Steps that build on one another for each member (days, weeks), of which one may fail for somebody.
//
// Always true: whoever failed at a step is not served at the steps behind it, and nobody else waits for that; why is thrown when all
// had their turn. A database that is away fails everybody, so it is thrown at once.

import { isDatabaseUnavailable } from '@chaba/database';

export type MemberFailures = {
  /** Does somebody wait. */
  readonly isAnyone: () => boolean;
  /** Serves a member, unless he waits already; answers whether that was done. */
  readonly run: (memberId: bigint, work: () => Promise<void>) => Promise<boolean>;
  /** Throws if somebody waits. */
  readonly throwIfAny: () => void;
};

export function createMemberFailures(): MemberFailures {
  const failures = new Map<bigint, unknown>();
  return {
    isAnyone: () => failures.size > 0,
    async run(memberId, work) {
      if (failures.has(memberId)) return false;
      try {
        await work();
        return true;
      } catch (error) {
        if (isDatabaseUnavailable(error)) throw error;
        failures.set(memberId, error);
        return false;
      }
    },
    throwIfAny() {
      const [first] = failures;
      if (!first) return;
      const [memberId, cause] = first;
      throw new Error(`${failures.size} could not be served, member ${memberId} first`, { cause });
    },
  };
}
