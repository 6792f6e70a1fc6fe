// Endpoints of the site: the configuration that the web app loads first.

import * as z from 'zod/mini';

import { bahtSchema, percentSchema, timestampSchema } from './amounts.ts';
import { announcement } from './announcements.ts';
import { promotion } from './bonuses.ts';
import { defineEndpoint } from './endpoint.ts';
import { gameCategories, providerClosers } from './codes.ts';
import { siteTheme } from './theme.ts';

/** Lists of the game lobby (spec §3). */
export const gameTypes = ['LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*'] as const;

export const gameProvider = z.object({
  /** The provider's code. */
  ch: z.string(),
  img: z.string(),
  gameType: z.enum(gameTypes),
  category: z.enum(gameCategories),
  /** Extensions: the display name, and whether it can be opened now. */
  name: z.string(),
  isOpen: z.boolean(),
  isNew: z.optional(z.boolean()),
  /** Of a closed provider: who closed it, and the reason in Thai where one is given. */
  closedBy: z.optional(z.enum(providerClosers)),
  closedReason: z.optional(z.string()),
});

const level = z.object({ enable: z.boolean(), percent: percentSchema });

/** The site configuration (spec §3). Texts are plain text; images are https URLs or local paths. */
export const siteConfiguration = z.object({
  appId: z.string(),
  LineId: z.string(),
  logoUrl: z.string(),
  theme: siteTheme,
  alertyImage: z.string(),
  alertyMessage: z.string(),
  Maintenance: z.boolean(),
  Partner: z.string(),
  Disabled: z.boolean(),
  getNameBank: z.boolean(),
  cashBack: z.object({
    Image: z.string(),
    Payout: percentSchema,
    minWithdraw: bahtSchema,
    usecashBack: z.boolean(),
  }),
  Affiliate: z.object({
    Image: z.string(),
    useAffiliate: z.boolean(),
    minWithdraw: bahtSchema,
    /** Times the amount. */
    turnover: z.number(),
    percent: z.object({ level1: level, level2: level }),
    autoWithdraw: z.object({ useautoWithdraw: z.boolean(), maxautoWithdraw: bahtSchema }),
  }),
  Withdraw: z.object({
    canWithdraw: z.boolean(),
    minWithdraw: bahtSchema,
    /** Zero: no limit. */
    maxWithdraw: bahtSchema,
    autoWithdraw: z.boolean(),
  }),
  ProductList: z.array(gameProvider),
  PromotionList: z.array(promotion),
  /** Extensions. */
  appName: z.string(),
  /** `play`: credit without value; every page states it. */
  Mode: z.enum(['play', 'licensed']),
  calendar: z.enum(['buddhist', 'gregory']),
  /** The phone number of the public help line on the responsible-play page. */
  helpLine: z.string(),
  /** URL of the sandbox bank page for play-money transfers. Absent where money is real. */
  sandboxBankUrl: z.optional(z.string()),
  /** Of a maintenance: what members read, and its expected end. */
  maintenanceMessage: z.optional(z.string()),
  maintenanceEndsAt: z.optional(timestampSchema),
  /** Those of now and of the next minutes, the latest begin first. */
  announcements: z.optional(z.array(announcement)),
});

export type SiteConfiguration = z.output<typeof siteConfiguration>;
export type GameProvider = z.output<typeof gameProvider>;

export const getPrefix = defineEndpoint({
  method: 'GET',
  path: '/v2/prefix',
  auth: 'none',
  summary: 'The configuration of the site that the api-key identifies. Available during maintenance.',
  data: siteConfiguration,
  errorCodes: [],
});

export const getSetting = defineEndpoint({
  method: 'GET',
  path: '/v2/setting',
  auth: 'none',
  summary: 'The second configuration request: support chat id and configuration.',
  data: z.object({ LineId: z.string(), Prefix: siteConfiguration }),
  errorCodes: [],
});
