// Commands about promotions and item codes: list, create, change and end them.
//
// Elsewhere: the terms as typed (promotion-terms.ts), the audited actions (modules/operators).

import {
  listCodes as listItemCodes,
  listAllPromotions,
  computePromotionCost,
  listGameReturns,
  PROMOTION_SHARE_MAX,
} from '@chaba/server/modules/bonuses';
import * as operators from '@chaba/server/modules/operators';
import { gameNamesOf } from '@chaba/server/modules/play';

import { UsageError } from './site-settings.ts';
import { requireActor, type CommandContext } from './command-context.ts';
import { formatTable } from './printing.ts';
import {
  formatCode,
  parseCode,
  createItemCode,
  createPromotion,
  formatPromotion,
  applyTerms,
} from './promotion-terms.ts';

export async function listPromotions({ database, site }: CommandContext): Promise<string> {
  const promotions = await listAllPromotions(database, site.id);
  return promotions.length === 0
    ? `There is no promotion at ${site.code}.`
    : formatTable(promotions.map(formatPromotion));
}

export async function setPromotion(context: CommandContext, id: string | undefined, ...words: (string | undefined)[]) {
  const { database, site } = context;
  if (id === undefined) throw new UsageError('Name the promotion: see --help.', 2);
  const before =
    (await listAllPromotions(database, site.id)).find((promotion) => promotion.id === id) ?? createPromotion(id);
  const terms = words.filter((word) => word !== undefined);
  const promotion = applyTerms(before, terms, gameNamesOf(site));
  const outcome = await operators.setPromotion(database, requireActor(context), promotion);
  const share = computePromotionCost(promotion, listGameReturns(site.catalogue))?.share ?? 0;
  const result = `The promotion ${id} of ${site.code} is ${outcome}.`;
  if (share <= PROMOTION_SHARE_MAX) return result;
  return `${result} It may cost ${Math.round(share * 100)} % of its bonus, which is above the bound: see promotions --cost.`;
}

export async function endPromotion(context: CommandContext, id: string | undefined): Promise<string> {
  if (id === undefined) throw new UsageError('Name the promotion: see --help.', 2);
  const outcome = await operators.endPromotion(context.database, requireActor(context), id);
  if (outcome === 'not_waiting') throw new UsageError(`No promotion ${id} is offered at ${context.site.code}.`);
  return `The promotion ${id} of ${context.site.code} is ended.`;
}

export async function listCodes({ database, site }: CommandContext): Promise<string> {
  const codes = await listItemCodes(database, site.id);
  return codes.length === 0 ? `There is no code at ${site.code}.` : formatTable(codes.map(formatCode));
}

export async function createCode(context: CommandContext, typed: string | undefined, ...words: (string | undefined)[]) {
  const code = createItemCode(
    typed ?? '',
    words.filter((word) => word !== undefined),
  );
  const outcome = await operators.createCode(context.database, requireActor(context), code);
  if (outcome === 'exists') {
    throw new UsageError(`There is a code ${code.code} at ${context.site.code}: a word is used once.`);
  }
  return `The code ${code.code} of ${context.site.code} is created.`;
}

export async function endCode(context: CommandContext, typed: string | undefined): Promise<string> {
  const code = parseCode(typed ?? '');
  const outcome = await operators.endCode(context.database, requireActor(context), code);
  if (outcome === 'not_waiting') throw new UsageError(`No code ${code} is running at ${context.site.code}.`);
  return `The code ${code} of ${context.site.code} is ended.`;
}
