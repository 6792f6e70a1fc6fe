// Routes of the wallet: the member in the format of the specification, and the balance.

import { maskAccountNumber } from '@chaba/contract/banks';
import { type Balance, type BonusInfo, getBalance, type InternalWallet, type UserInfo } from '@chaba/contract/members';
import { toBaht, zeroMoney } from '@chaba/money';

import type { RouteContext } from '#http/route-context';
import type { Site } from '#modules/site';

import { loadBalances, type MemberBalances } from './balances.ts';

/** The rank is fixed (spec §9). */
const RANK = { userRank: 'silver', userExp: 0 };

export function balanceRoutes({ registerRoute, database }: RouteContext): void {
  registerRoute(getBalance, async ({ site, member }) => toBalance(await loadBalances(database, site.id, member.id)));
}

export function toBalance(wallet: MemberBalances): Balance {
  return {
    balance: toBaht(wallet.game),
    internalWallet: toInternalWallet(wallet),
    BonusInfo: toBonusInfo(wallet),
    remaining: toBaht(wallet.remainingTurnover),
    returned: toBaht(wallet.returned),
    at: wallet.at.toISOString(),
  };
}

export function toUserInfo(wallet: MemberBalances, site: Site): UserInfo {
  const { member } = wallet;
  return {
    PhoneNumber: member.phone,
    BankAccount: maskAccountNumber(member.bankAccount),
    BankCode: member.bankCode,
    regisdate: member.registeredAt.toISOString(),
    ItemCode: wallet.itemCode ?? null,
    totalDeposit: toBaht(member.totalDeposit),
    totalWithdraw: toBaht(member.totalWithdraw),
    affiliateKey: member.affiliateKey,
    GameInfo: { username: member.playerId, password: '', Partner: site.look.partner },
    userRank: RANK,
    internalWallet: toInternalWallet(wallet),
    userName: {
      firstName: member.firstName,
      lastName: member.lastName,
      fullName: `${member.firstName} ${member.lastName}`,
    },
    BonusInfo: toBonusInfo(wallet),
  };
}

function toInternalWallet(wallet: MemberBalances): InternalWallet {
  return {
    mainWallet: toBaht(wallet.main),
    gameWallet: toBaht(wallet.game),
    affiliateWallet: toBaht(wallet.affiliate),
    cashbackWallet: toBaht(wallet.cashback),
    residualWallet: toBaht(wallet.residual),
    prizeWallet: Number(wallet.coins),
    spinWallet: Number(wallet.spins),
  };
}

function toBonusInfo(wallet: MemberBalances): BonusInfo {
  return {
    bonusId: wallet.bonus?.promotionId ?? null,
    isBonus: wallet.member.acceptsBonus,
    TurnoverType: 2,
    needTurnover: toBaht(wallet.needTurnover),
    nowTurnover: toBaht(wallet.nowTurnover),
    maxWithdrawType: 2,
    maxWithdrawAmount: toBaht(wallet.withdrawCap ?? zeroMoney),
    reviceDate: wallet.bonus?.grantedAt.toISOString() ?? null,
    DepositAmount: toBaht(wallet.bonus?.deposit ?? zeroMoney),
  };
}
