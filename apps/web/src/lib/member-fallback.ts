// Stands in where nothing of a member is known: for every field that an answer lacks (spec-only-api.ts), and in the frames that the
// server renders (entry-server.tsx). Amounts that are not known are zero.

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

/** The member of a rendered frame. The turnover is as wide as most members' is: its place is kept, it is not shown. */
export const placeholderMember: UserInfo = {
  ...fallbackMember,
  userRank: { userRank: '', userExp: 0 },
  BonusInfo: { ...fallbackMember.BonusInfo, needTurnover: 2_000, nowTurnover: 1_000 },
};
