// The use cases of the back office process: people, sessions, actions, requests, entries.
//
// Always true: routes import this file and no other of the module. The table of definitions has an entry for every
// action of the contract.
//
// Elsewhere: the routes (back-office/), the commands of the host (operators.ts).

import type { Database } from '@chaba/database';

import { accountActions } from './account-actions.ts';
import { adjustmentActions } from './adjustment-actions.ts';
import type { Definitions } from './actions.ts';
import { caseActions } from './case-actions.ts';
import { announcementActions } from './announcement-actions.ts';
import { caseworkActions } from './casework-actions.ts';
import { dayActions } from './day-actions.ts';
import { codeActions } from './code-actions.ts';
import { depositActions } from './deposit-actions.ts';
import { memberActions } from './member-actions.ts';
import { offerActions } from './offer-actions.ts';
import * as people from './people.store.ts';
import { peopleActions } from './people-actions.ts';
import { providerActions } from './provider-actions.ts';
import { blockImportActions } from './block-import.ts';
import { recoveryActions } from './recovery-actions.ts';
import { riskActions } from './risk-actions.ts';
import { roundActions } from './round-actions.ts';
import { shiftActions } from './shift-actions.ts';
import { siteActions } from './site-actions.ts';
import { queueActions } from './queue-actions.ts';
import { exportActions } from './export-actions.ts';
import { wheelActions } from './wheel-actions.ts';
import { withdrawalActions } from './withdrawal-actions.ts';
import * as factors from './factors.store.ts';

import { IDLE_SECONDS } from '@chaba/contract/back-office/actions';

export const definitions: Definitions = {
  ...withdrawalActions,
  ...queueActions,
  ...peopleActions,
  ...depositActions,
  ...accountActions,
  ...adjustmentActions,
  ...caseworkActions,
  ...caseActions,
  ...riskActions,
  ...blockImportActions,
  ...recoveryActions,
  ...codeActions,
  ...memberActions,
  ...offerActions,
  ...providerActions,
  ...roundActions,
  ...siteActions,
  ...wheelActions,
  ...exportActions,
  ...dayActions,
  ...shiftActions,
  ...announcementActions,
};

export {
  type ActionContext,
  type ActionInput,
  type ActionResult,
  type Acting,
  type ApprovalRequest,
  appendFileEntry,
  decideRequest,
  formatRequest,
  hashFacts,
  needsSecondPerson,
  parseRequest,
  performAction,
  previewAction,
  QUEUE_TOPIC,
  recordFile,
} from './actions.ts';
export { listOpenRequests, listRequests, loadDeciders, loadRequest, mayDecide, maySee } from './requests.ts';
export { type AdjustmentFilter, type AdjustmentRequest, listAdjustmentRequests } from './approvals.store.ts';
export { loadCaseWorkers, parseComplaint } from './case-actions.ts';
export { formatAccount } from './account-actions.ts';
export { parseStatement, readStatement } from './deposit-actions.ts';
export { formatEstimate } from './offer-costs.ts';
export { loadOfferTerms, type LoadedOfferTerms } from './offer-terms.ts';
export { BLOCK_ACTION, EXISTS, formatImport, parseImport, toRowOutcome } from './block-import.ts';
export { formatBatch, parseBatch } from './code-actions.ts';
export { promotionFacts } from './promotion-facts.ts';
export {
  estimateTerms,
  listOperatedPromotions,
  loadOperatedPromotion,
  type OperatedPromotion,
  type PromotionDraft,
} from './promotions.ts';
export { loadRevealedExport } from './export-actions.ts';
export { splitTerms } from './input/input.ts';
export { parseMark } from './queue-actions.ts';
export { findItem, listItems, type WaitingItem } from './queue-items.ts';
export { checkSite } from './approval-rules.ts';
export {
  countHostEntries,
  type ChainEntry,
  type EntryFilter,
  listEntries,
  listLastChanges,
  loadChainHead,
  verifyChain,
} from './audit-chain.ts';
export { createAssertionOptions, type RelyingParty } from './factors.ts';
export { subjectOfDay } from './day-actions.ts';
export { isDay, parseDay, subjectOfMember } from './subjects.ts';
export { maskPhone } from './casework-actions.ts';
export { formatHandover } from './shift-actions.ts';
export { loadJobActing } from './job-session.ts';
export { flags, requireFlag } from './input/site-flags.ts';
export { subjectOfProvider } from './provider-actions.ts';
export { subjectOfFlag, TERMS_SUBJECT } from './site-actions.ts';
export { failOperator, OperatorError } from './operator-error.ts';
export { ensureDemoOperators, hasEnabledDemo } from './people-actions.ts';
export type { ListedOperator, StoredLimit } from './people.store.ts';
export {
  addOwnPasskey,
  confirmLogin,
  type OperatorCaller,
  createOwnPasskeyOptions,
  deleteExpired,
  endOwnSession,
  enrol,
  loadOwnAccount,
  type NewFactor,
  type OpenedOperatorSession,
  type OperatorSession,
  readSession,
  signInByPasskey,
  signInByPassword,
  type SignInContext,
  signOut,
  startEnrolment,
  stepUp,
} from './sign-in.ts';
export {
  formatDestination,
  maskName,
  parseWithdrawal,
  requireReview,
  toWireAmount,
  toWithdrawalFacts,
} from './withdrawal-actions.ts';

export function listOperators(database: Database, siteId: number): Promise<people.ListedOperator[]> {
  return people.listOperators(database, siteId, IDLE_SECONDS);
}

export function listLimits(database: Database, siteId: number): Promise<people.StoredLimit[]> {
  return people.listLimits(database, siteId);
}

/** Passkeys and TOTP of a person, for the choice of a factor. */
export async function loadFactorKinds(
  database: Database,
  operatorId: string,
): Promise<{ readonly hasPasskey: boolean; readonly hasTotp: boolean }> {
  const [keys, operator] = await Promise.all([
    factors.listPasskeys(database, operatorId),
    people.loadById(database, operatorId),
  ]);
  return { hasPasskey: keys.length > 0, hasTotp: operator.totpSecret !== null };
}
