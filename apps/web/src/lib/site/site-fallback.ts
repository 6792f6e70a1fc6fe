// Default configuration before a response, and for every field that a response lacks.

import type { SiteConfiguration } from '@chaba/contract/site';

import { siteText } from '#lib/lib.text';
import { FALLBACK_SUPPORT_ID } from './support.ts';

/** Spec §9: the initial state has a support id and a name. */
export const fallbackSite: SiteConfiguration = {
  appId: '',
  appName: siteText.appName,
  LineId: FALLBACK_SUPPORT_ID,
  logoUrl: '',
  theme: 'gold',
  alertyImage: '',
  alertyMessage: '',
  Maintenance: false,
  Partner: '',
  Disabled: false,
  getNameBank: true,
  Mode: 'play',
  calendar: 'buddhist',
  helpLine: '',
  cashBack: { Image: '', Payout: 0, minWithdraw: 0, usecashBack: false },
  Affiliate: {
    Image: '',
    useAffiliate: false,
    minWithdraw: 0,
    turnover: 0,
    percent: { level1: { enable: false, percent: 0 }, level2: { enable: false, percent: 0 } },
    autoWithdraw: { useautoWithdraw: false, maxautoWithdraw: 0 },
  },
  Withdraw: { canWithdraw: false, minWithdraw: 0, maxWithdraw: 0, autoWithdraw: false },
  ProductList: [],
  PromotionList: [],
};
