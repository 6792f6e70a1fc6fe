// Isolates member failures in sequential steps (days, weeks). After a failure, later steps skip that member.
//
// Always true: other members are not affected; `throwIfAny` reports the failures at the end. An unavailable database
// affects every member, so that error is thrown at once.

import { isDatabaseUnavailable } from '@chaba/database';

export type MemberFailures = {
  /** True if a member failed. */
  readonly hasFailures: () => boolean;
  /** Runs the work unless the member failed before; returns whether it completed. */
  readonly run: (memberId: bigint, work: () => Promise<void>) => Promise<boolean>;
  /** Throws if a member failed. */
  readonly throwIfAny: () => void;
};

export function createMemberFailures(): MemberFailures {
  const failures = new Map<bigint, unknown>();
  return {
    hasFailures: () => failures.size > 0,
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
      throw new Error(`${failures.size} members failed, member ${memberId} first`, { cause });
    },
  };
}
