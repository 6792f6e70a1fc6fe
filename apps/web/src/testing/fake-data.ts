// Initial data of the fake server: one site, one member, as seeded in play mode.

import { listPromotions } from '@chaba/contract/bonuses';
import { login, getBalance, logout, refresh, type Balance, type UserInfo } from '@chaba/contract/members';
import { getPrefix, type GameProvider, type SiteConfiguration } from '@chaba/contract/site';

import { fallbackMember } from '#lib/member/member-fallback';
import { fallbackSite } from '#lib/site/site-fallback';

import type { FakeServer } from './fake-server.ts';

const names = {
  LIVECASINO: [
    'พัดทอง',
    'ไพ่เงิน',
    'เหรียญกลม',
    'ลูกเต๋าแดง',
    'ดาวกระจาย',
    'พัดคราม',
    'ไพ่หยก',
    'เหรียญคราม',
    'ลูกเต๋าทอง',
    'ดาวม่วง',
  ],
  EGAMES: [
    'ดอกชบา',
    'บัวหลวง',
    'ช้างน้อย',
    'โคมนวล',
    'จันทร์แรม',
    'เรือรุ่งเรือง',
    'มะม่วงมัน',
    'ตะเพียนสาน',
    'สามล้อ',
    'ว่าวลม',
    'บัวชมพู',
    'โคมแดง',
    'ช้างเทา',
    'เรือแดง',
    'ว่าวทราย',
  ],
  POKER: ['โพดำ'],
  TRADING: ['เส้นเช้า'],
} as const;

const providers: GameProvider[] = Object.entries(names).flatMap(([category, list]) =>
  list.map((name, index) => ({
    ch: `${category.toLowerCase()}-${index}`,
    img: '',
    gameType: category === 'POKER' ? ('LOBBY' as const) : (category as 'LIVECASINO' | 'EGAMES' | 'TRADING'),
    category: category as GameProvider['category'],
    name,
    isOpen: !(category === 'EGAMES' && index === 4),
  })),
);

export const fakeSite: SiteConfiguration = {
  ...fallbackSite,
  appId: 'chaba',
  LineId: '@chaba',
  helpLine: '1323',
  cashBack: { Image: '', Payout: 5, minWithdraw: 10, usecashBack: true },
  Affiliate: {
    Image: '',
    useAffiliate: true,
    minWithdraw: 100,
    turnover: 1,
    percent: { level1: { enable: true, percent: 0.5 }, level2: { enable: true, percent: 0.2 } },
    autoWithdraw: { useautoWithdraw: true, maxautoWithdraw: 1_000 },
  },
  Withdraw: { canWithdraw: true, minWithdraw: 100, maxWithdraw: 50_000, autoWithdraw: true },
  ProductList: providers,
  PromotionList: [
    createPromotion('welcome', 'สมาชิกใหม่ ฝากครั้งแรก', {
      minimumDeposit: 100,
      TurnoverAmount: 3,
      MaxBonus: 1_000,
      bonusValue: 100,
      MaxWithdrawAmount: 10,
    }),
    createPromotion('daily', 'ฝากทุกวัน', {
      minimumDeposit: 200,
      TurnoverAmount: 5,
      MaxBonus: 500,
      bonusValue: 30,
      MaxWithdrawAmount: 0,
    }),
    createPromotion('reload', 'เติมแล้วเล่นต่อ', {
      minimumDeposit: 100,
      TurnoverAmount: 10,
      MaxBonus: 300,
      bonusValue: 20,
      MaxWithdrawAmount: 0,
    }),
  ],
};

export const fakeMember: UserInfo = {
  ...fallbackMember,
  PhoneNumber: '0812345678',
  BankAccount: 'xxxxxx3334',
  BankCode: '014',
  regisdate: '2026-11-01T02:00:00.000Z',
  totalDeposit: 2_000,
  totalWithdraw: 500,
  affiliateKey: 'A7K2M9',
  GameInfo: { username: 'chaba0812345678', password: '', Partner: '' },
  internalWallet: {
    ...fallbackMember.internalWallet,
    gameWallet: 1_284.5,
    affiliateWallet: 342.75,
    cashbackWallet: 124.2,
    prizeWallet: 12,
  },
  userName: { firstName: 'สมหญิง', lastName: 'ใจดี', fullName: 'สมหญิง ใจดี' },
  BonusInfo: {
    ...fallbackMember.BonusInfo,
    isBonus: true,
    needTurnover: 2_000,
    nowTurnover: 1_250,
    maxWithdrawType: 2,
    maxWithdrawAmount: 3_000,
    DepositAmount: 500,
  },
};

const fakeBalance: Balance = {
  balance: 1_284.5,
  internalWallet: fakeMember.internalWallet,
  BonusInfo: fakeMember.BonusInfo,
  remaining: 750,
  at: '2026-11-05T14:07:00.000Z',
};

const fakeToken = 'fake-token-of-the-demo-member-0001';

/** An open site and a member who can sign in. */
export function answerAsSeeded(server: FakeServer): void {
  server.answer(getPrefix, fakeSite);
  server.answer(listPromotions, fakeSite.PromotionList);
  server.answer(login, fakeMember, { authToken: fakeToken });
  server.answer(refresh, fakeMember);
  server.answer(getBalance, fakeBalance);
  server.answer(logout, {});
}

function createPromotion(
  id: string,
  title: string,
  terms: {
    minimumDeposit: number;
    TurnoverAmount: number;
    MaxBonus: number;
    bonusValue: number;
    MaxWithdrawAmount: number;
  },
): SiteConfiguration['PromotionList'][number] {
  return {
    _id: id,
    title,
    ImageUrl: '',
    DepositType: 1,
    MaxBonusType: 2,
    MaxWithdrawType: terms.MaxWithdrawAmount === 0 ? 2 : 1,
    bonusType: 'percent',
    ...terms,
  };
}
