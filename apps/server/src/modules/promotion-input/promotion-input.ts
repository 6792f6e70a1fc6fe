// Terms of promotions and codes as operators type them, and as audit entries show them.
//
// Always true: other modules and the command line import this file and no other of the module.
//
// Elsewhere: the rows (modules/promotions, modules/item-codes), their costs (modules/offer-costs).

export { type BadCodeRow, type CodesFile, parseCodesFile } from './codes-file.ts';
export { codeFacts, listPromotionTerms, NO_TERM, promotionFacts } from './promotion-facts.ts';
export { applyTerms, createItemCode, createPromotion, parseCode } from './promotion-terms.ts';
