// Promotions of a site, the bonuses that deposits bring, how they end, and codes.
//
// Always true: other modules import this file and no other of the module.
//
// Elsewhere: what a deposit brings and costs (packages/promotions), turnover and own money (modules/requirements).

export {
  type CodeBatch,
  createBatch,
  createCode,
  endBatch,
  endCode,
  ensureItemCode,
  findBatch,
  findLatestCode,
  importBatch,
  listBatchCodes,
  listBatches,
  listCodes,
  type ListedCode,
  listExistingCodes,
  type NewItemCode,
  normalizeCode,
  redeemCode,
} from './codes.ts';
export {
  cancelBonus,
  forfeitAtExclusion,
  forfeitForExclusion,
  type ForfeitObstacle,
  revokeBonus,
  revokeBonusOf,
} from './forfeit.ts';
export { listGameReturns, withReturns } from './game-returns.ts';
export {
  type BonusExplanation,
  expireBonuses,
  explainDepositBonus,
  findOpenBonus,
  grantDepositBonus,
  loadBonusOverview,
} from './grants.ts';
export {
  endPromotion,
  ensurePromotion,
  isBudgetSpent,
  listAllPromotions,
  type ListedPromotion,
  listOfferedPromotions,
  listPromotionVersions,
  type Promotion,
  type PromotionVersion,
  writePromotion,
} from './published.ts';
