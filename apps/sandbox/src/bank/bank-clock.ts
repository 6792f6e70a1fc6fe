// How long things take at the sandbox bank, and what time it is there. Tests hand in shorter times.

export type BankTimes = {
  /** How long slip=pending keeps the verifier from answering. */
  readonly slipPendingMs: number;
  /** A name check of an account ending 0003. */
  readonly slowNameCheckMs: number;
  /** From accepted to paid or failed. */
  readonly payoutMs: number;
  /** The same for an account ending 0005. */
  readonly slowPayoutMs: number;
  /** From a transfer to the feed's line: feed=on and feed=late. */
  readonly feedMs: number;
  readonly lateFeedMs: number;
  /** Between tries of a delivery: doubles from the first to the longest. */
  readonly retryFirstMs: number;
  readonly retryLongestMs: number;
  /** How long one delivery may wait for its answer. */
  readonly answerMs: number;
};

export const bankTimes: BankTimes = {
  slipPendingMs: 60_000,
  slowNameCheckMs: 5_000,
  payoutMs: 1_500,
  slowPayoutMs: 60_000,
  feedMs: 200,
  lateFeedMs: 30_000,
  retryFirstMs: 500,
  retryLongestMs: 15_000,
  answerMs: 10_000,
};
