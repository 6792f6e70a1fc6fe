// Calls of the brand: the configuration that the web app asks for before anything else.

import * as z from 'zod/mini';

import { bahtSchema, percentOnWire } from './amounts.ts';
import { promotion } from './bonuses.ts';
import { defineEndpoint } from './endpoint.ts';
import { gameCategories } from './codes.ts';
import { siteTheme } from './theme.ts';

/** The lists of the game lobby (spec §3). */
export const gameTypes = ['LIVECASINO', 'EGAMES', 'TRADING', 'LOBBY', '*'] as const;

export const gameProvider = z.object({
  /** The provider's code. */
  ch: z.string(),
  img: z.string(),
  gameType: z.enum(gameTypes),
  category: z.enum(gameCategories),
  /** Additions: what to call it, and whether it can be opened now. */
  name: z.string(),
  isOpen: z.boolean(),
  isNew: z.optional(z.boolean()),
});

const level = z.object({ enable: z.boolean(), percent: percentOnWire });

/** The site configuration (spec §3). Texts are plain text, images https or our own path. */
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
    Payout: percentOnWire,
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
  /** Additions. */
  appName: z.string(),
  /** `play`: credit without value, said on every page. */
  Mode: z.enum(['play', 'licensed']),
  calendar: z.enum(['buddhist', 'gregory']),
  /** The phone number of the public help line on the responsible-play page. */
  helpLine: z.string(),
  /** Where play money is transferred: the page of the sandbox's bank. Absent where money is real. */
  sandboxBankUrl: z.optional(z.string()),
});

export type SiteConfiguration = z.output<typeof siteConfiguration>;
export type GameProvider = z.output<typeof gameProvider>;

export const getPrefix = defineEndpoint({
  method: 'GET',
  path: '/v2/prefix',
  auth: 'none',
  summary: 'The configuration of the brand that the api-key names. Answers in maintenance too.',
  data: siteConfiguration,
  refusals: [],
});

export const getSetting = defineEndpoint({
  method: 'GET',
  path: '/v2/setting',
  auth: 'none',
  summary: 'The second configuration call: support chat id and configuration.',
  data: z.object({ LineId: z.string(), Prefix: siteConfiguration }),
  refusals: [],
});
