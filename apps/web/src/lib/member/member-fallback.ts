// Default values of a member: for fields that a response lacks (spec-only-api.ts) and for frames that the server
// renders (entry-server.tsx). Unknown amounts are zero.

import { MULTIPLES } from '@chaba/contract/codes';
import type { UserInfo } from '@chaba/contract/members';

export const fallbackMember: UserInfo = {
  PhoneNumber: '',
  BankAccount: '',
  BankCode: '',
  regisdate: '',
  ItemCode: null,
  totalDeposit: 0,
  totalWithdraw: 0,
  affiliateKey: '',
  GameInfo: { username: '', password: '', Partner: '' },
  userRank: { userRank: 'silver', userExp: 0 },
  internalWallet: {
    mainWallet: 0,
    gameWallet: 0,
    affiliateWallet: 0,
    cashbackWallet: 0,
    residualWallet: 0,
    prizeWallet: 0,
    spinWallet: 0,
  },
  userName: { firstName: '', lastName: '', fullName: '' },
  BonusInfo: {
    bonusId: null,
    isBonus: false,
    TurnoverType: MULTIPLES,
    needTurnover: 0,
    nowTurnover: 0,
    maxWithdrawType: MULTIPLES,
    maxWithdrawAmount: 0,
    reviceDate: null,
    DepositAmount: 0,
  },
};

/** The member of a rendered frame. Its hidden turnover reserves the width of a typical one. */
export const placeholderMember: UserInfo = {
  ...fallbackMember,
  userRank: { userRank: '', userExp: 0 },
  BonusInfo: { ...fallbackMember.BonusInfo, needTurnover: 2_000, nowTurnover: 1_000 },
};
