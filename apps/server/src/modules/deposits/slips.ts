// Slips of members: submitting one, the latest of a member, the retry of those without an answer, and the verifier.
//
// Elsewhere: the rules (slip-rules.ts), counted attempts (slip-attempts.ts).

export { type VerifiedSlip } from './slip-rules.ts';
export { createSlipVerifier as createVerifier, type SlipVerifier } from './slip-verifier.ts';
export {
  retryPendingSlips as retryPending,
  listLatestSlips as listLatest,
  submitSlip as submit,
  type SlipContext,
} from './submit-slip.ts';
