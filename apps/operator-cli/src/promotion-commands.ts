// The operator's commands about promotions and codes: listed for everybody's eyes, changed with a reason.
//
// Elsewhere: what the words mean (promotion-words.ts), the acts and their record (modules/operators).

import {
  listCodes as listItemCodes,
  listAllPromotions,
  computePromotionCost,
  gameReturns,
  PROMOTION_SHARE_MAX,
} from '@chaba/server/modules/bonuses';
import * as operators from '@chaba/server/modules/operators';
import { gameNamesOf } from '@chaba/server/modules/play';

import { UsageError } from './site-settings.ts';
import { actedBy, type CommandContext } from './command-context.ts';
import { table } from './printing.ts';
import { codeCells, codeWord, newCode, newPromotion, promotionCells, withTerms } from './promotion-words.ts';

export async function listPromotions({ database, site }: CommandContext): Promise<string> {
  const promotions = await listAllPromotions(database, site.id);
  return promotions.length === 0 ? `There is no promotion at ${site.code}.` : table(promotions.map(promotionCells));
}

export async function setPromotion(context: CommandContext, id: string | undefined, ...words: (string | undefined)[]) {
  const { database, site } = context;
  if (id === undefined) throw new UsageError('Name the promotion: see --help.', 2);
  const before =
    (await listAllPromotions(database, site.id)).find((promotion) => promotion.id === id) ?? newPromotion(id);
  const terms = words.filter((word) => word !== undefined);
  const promotion = withTerms(before, terms, gameNamesOf(site));
  const outcome = await operators.setPromotion(database, actedBy(context), promotion);
  const share = computePromotionCost(promotion, gameReturns)?.share ?? 0;
  const said = `The promotion ${id} of ${site.code} is ${outcome}.`;
  if (share <= PROMOTION_SHARE_MAX) return said;
  return `${said} It may cost ${Math.round(share * 100)} % of its bonus, which is above the bound: see promotions --cost.`;
}

export async function endPromotion(context: CommandContext, id: string | undefined): Promise<string> {
  if (id === undefined) throw new UsageError('Name the promotion: see --help.', 2);
  const outcome = await operators.endPromotion(context.database, actedBy(context), id);
  if (outcome === 'not_waiting') throw new UsageError(`No promotion ${id} is offered at ${context.site.code}.`);
  return `The promotion ${id} of ${context.site.code} is ended.`;
}

export async function listCodes({ database, site }: CommandContext): Promise<string> {
  const codes = await listItemCodes(database, site.id);
  return codes.length === 0 ? `There is no code at ${site.code}.` : table(codes.map(codeCells));
}

export async function makeCode(context: CommandContext, typed: string | undefined, ...words: (string | undefined)[]) {
  const code = newCode(
    typed ?? '',
    words.filter((word) => word !== undefined),
  );
  const outcome = await operators.makeCode(context.database, actedBy(context), code);
  if (outcome === 'exists') {
    throw new UsageError(`There is a code ${code.code} at ${context.site.code}: a word is used once.`);
  }
  return `The code ${code.code} of ${context.site.code} is made.`;
}

export async function endCode(context: CommandContext, typed: string | undefined): Promise<string> {
  const code = codeWord(typed ?? '');
  const outcome = await operators.endCode(context.database, actedBy(context), code);
  if (outcome === 'not_waiting') throw new UsageError(`No code ${code} is running at ${context.site.code}.`);
  return `The code ${code} of ${context.site.code} is ended.`;
}
