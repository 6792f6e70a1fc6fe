// Commands about promotions and item codes: list, create, change and end them.
//
// Elsewhere: the terms as typed and the actions (modules/operators).

import { formatBaht } from '@chaba/money';
import { type ListedCode, listCodes as listItemCodes } from '@chaba/server/modules/item-codes';
import { type ListedPromotion, listAllPromotions } from '@chaba/server/modules/promotions';
import {
  applyTerms,
  createItemCode,
  createPromotion,
  listPromotionTerms,
  NO_TERM,
  parseCode,
} from '@chaba/server/modules/promotion-input';
import { joinTerms } from '@chaba/server/modules/operator-input';
import { gameNamesOf } from '@chaba/server/modules/play';

import { act } from './act.ts';
import type { CommandContext } from './command-context.ts';
import { formatTable, formatTime } from './printing.ts';
import { UsageError } from './usage-error.ts';

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
  // A wrong term is named before the action.
  applyTerms(before, terms, gameNamesOf(site));
  return act(context, 'promotion.publish', { promotion: id, terms: joinTerms(terms) });
}

export async function endPromotion(context: CommandContext, id: string | undefined): Promise<string> {
  if (id === undefined) throw new UsageError('Name the promotion: see --help.', 2);
  return act(context, 'promotion.end', { promotion: id });
}

export async function listCodes({ database, site }: CommandContext): Promise<string> {
  const codes = await listItemCodes(database, site.id);
  return codes.length === 0 ? `There is no code at ${site.code}.` : formatTable(codes.map(formatCode));
}

export async function createCode(context: CommandContext, typed: string | undefined, ...words: (string | undefined)[]) {
  const terms = words.filter((word) => word !== undefined);
  const { code } = createItemCode(typed ?? '', terms);
  return act(context, 'code.create', { code, terms: joinTerms(terms) });
}

export async function endCode(context: CommandContext, typed: string | undefined): Promise<string> {
  return act(context, 'code.end', { code: parseCode(typed ?? '') });
}

function formatPromotion(promotion: ListedPromotion): string[] {
  const { id, title, isOffered } = promotion;
  const terms = Object.entries(listPromotionTerms(promotion)).map(([name, value]) => `${name}=${value}`);
  return [id, isOffered ? 'offered' : 'ended', title, ...terms];
}

function formatCode(code: ListedCode): string[] {
  return [
    code.code,
    code.isOver ? 'over' : 'running',
    `amount=${formatBaht(code.amount)}`,
    `coins=${code.coins}`,
    `turnover=${code.turnoverHundredths / 100}x`,
    `cap=${code.withdrawCap === null ? NO_TERM : formatBaht(code.withdrawCap)}`,
    `used=${code.used} of ${code.usesMax ?? 'any number'}`,
    `each=${code.usesPerMember}`,
    code.endsAt === null ? '' : `until ${formatTime(code.endsAt)}`,
  ];
}
