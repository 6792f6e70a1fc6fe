// Promotions of a site, the bonuses that deposits bring, how they end, and codes.
//
// Always true: other modules import this file and no other of the module.
//
// Elsewhere: what a deposit brings and costs (packages/promotions), turnover and own money (modules/requirements).

export {
  cancelBonus,
  forfeitAtExclusion,
  forfeitForExclusion,
  type ForfeitObstacle,
  revokeBonus,
  revokeBonusOf,
} from './forfeit.ts';
export {
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
  writePromotion,
} from './published.ts';
