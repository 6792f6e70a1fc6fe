// The endpoints that pages call: method and path. Request and response are types of the files with the schemas, which
// browsers do not fetch.
//
// Always true: an entry that differs from the endpoint of the same name does not compile.

import type { Request } from './endpoint.ts';
import type * as affiliates from './affiliates.ts';
import type * as bonuses from './bonuses.ts';
import type * as cashback from './cashback.ts';
import type * as deposits from './deposits.ts';
import type * as history from './history.ts';
import type * as limits from './limits.ts';
import type * as live from './live.ts';
import type * as members from './members.ts';
import type * as play from './play.ts';
import type * as site from './site.ts';
import type * as terms from './terms.ts';
import type * as wheel from './wheel.ts';
import type * as withdrawals from './withdrawals.ts';

export const getAffiliate: Request<typeof affiliates.getAffiliate> = {
  method: 'GET',
  path: '/user-profile-composite/v1/users/affiliate',
};
export const postAffiliateWithdrawal: Request<typeof affiliates.postAffiliateWithdrawal> = {
  method: 'POST',
  path: '/user-profile-composite/v1/users/affiliate/vertify',
  isExtension: true,
};

export const cancelBonus: Request<typeof bonuses.cancelBonus> = {
  method: 'POST',
  path: '/user-profile-composite/v1/users/bonus/cancel',
  isExtension: true,
};
export const chooseBonus: Request<typeof bonuses.chooseBonus> = {
  method: 'POST',
  path: '/user-profile-composite/v1/users/bonus/choice',
  isExtension: true,
};
export const getBonus: Request<typeof bonuses.getBonus> = {
  method: 'GET',
  path: '/user-profile-composite/v1/users/bonus',
  isExtension: true,
};
export const getRolling: Request<typeof bonuses.getRolling> = {
  method: 'GET',
  path: '/rolling-composite/v1/get-rolling',
};
export const listPromotions: Request<typeof bonuses.listPromotions> = {
  method: 'GET',
  path: '/user-profile-composite/v1/info/promotion',
};
export const quoteBonus: Request<typeof bonuses.quoteBonus> = {
  method: 'GET',
  path: '/user-profile-composite/v1/users/bonus/quote',
  isExtension: true,
};
export const quoteItemCode: Request<typeof bonuses.quoteItemCode> = {
  method: 'POST',
  path: '/user-profile-composite/v1/topup/itemcode/quote',
  isExtension: true,
};
export const redeemItemCode: Request<typeof bonuses.redeemItemCode> = {
  method: 'POST',
  path: '/user-profile-composite/v1/topup/itemcode/redeem',
};

export const getCashback: Request<typeof cashback.getCashback> = {
  method: 'GET',
  path: '/user-profile-composite/v1/users/cashback',
  isExtension: true,
};
export const postCashbackClaim: Request<typeof cashback.postCashbackClaim> = {
  method: 'POST',
  path: '/user-profile-composite/v1/users/cashback/vertify',
  isExtension: true,
};

export const listDepositAccounts: Request<typeof deposits.listDepositAccounts> = {
  method: 'GET',
  path: '/user-profile-composite/v1/info/deposit',
};
export const listSlips: Request<typeof deposits.listSlips> = {
  method: 'GET',
  path: '/user-profile-composite/v1/topup-api/slips',
  isExtension: true,
};
export const releaseParkedDeposit: Request<typeof deposits.releaseParkedDeposit> = {
  method: 'POST',
  path: '/fund-composite/v1/main-wallet/release',
  isExtension: true,
};
export const sendSlip: Request<typeof deposits.sendSlip> = {
  method: 'POST',
  path: '/user-profile-composite/v1/topup-api/pullslip',
};

export const betHistory: Request<typeof history.betHistory> = {
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet',
  isExtension: true,
};
export const betStatement: Request<typeof history.betStatement> = {
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet-statement',
  form: 'table',
  isExtension: true,
};
export const depositHistory: Request<typeof history.depositHistory> = {
  method: 'GET',
  path: '/user-profile-composite/v1/history/deposit',
};
export const getBetAtProvider: Request<typeof history.getBetAtProvider> = {
  method: 'GET',
  path: '/user-profile-composite/v1/history/bet/:betId/provider',
  isExtension: true,
};
export const netPosition: Request<typeof history.netPosition> = {
  method: 'GET',
  path: '/user-profile-composite/v1/history/position',
  isExtension: true,
};
export const transferHistory: Request<typeof history.transferHistory> = {
  method: 'GET',
  path: '/user-profile-composite/v1/history/transfer',
};
export const withdrawHistory: Request<typeof history.withdrawHistory> = {
  method: 'GET',
  path: '/user-profile-composite/v1/history/withdraw',
};

export const confirmDepositLimit: Request<typeof limits.confirmDepositLimit> = {
  method: 'POST',
  path: '/fund-composite/v1/deposit-limit/confirm',
  isExtension: true,
};
export const confirmPlayLimit: Request<typeof limits.confirmPlayLimit> = {
  method: 'POST',
  path: '/game-composite/v1/limit/confirm',
  isExtension: true,
};
export const confirmTimeLimit: Request<typeof limits.confirmTimeLimit> = {
  method: 'POST',
  path: '/game-composite/v1/time-limit/confirm',
  isExtension: true,
};
export const getDepositLimits: Request<typeof limits.getDepositLimits> = {
  method: 'GET',
  path: '/fund-composite/v1/deposit-limit',
  isExtension: true,
};
export const getPlayLimits: Request<typeof limits.getPlayLimits> = {
  method: 'GET',
  path: '/game-composite/v1/limit',
  isExtension: true,
};
export const getTimeLimits: Request<typeof limits.getTimeLimits> = {
  method: 'GET',
  path: '/game-composite/v1/time-limit',
  isExtension: true,
};
export const setDepositLimit: Request<typeof limits.setDepositLimit> = {
  method: 'POST',
  path: '/fund-composite/v1/deposit-limit',
  isExtension: true,
};
export const setPlayLimit: Request<typeof limits.setPlayLimit> = {
  method: 'POST',
  path: '/game-composite/v1/limit',
  isExtension: true,
};
export const setTimeLimit: Request<typeof limits.setTimeLimit> = {
  method: 'POST',
  path: '/game-composite/v1/time-limit',
  isExtension: true,
};

export const liveStream: Request<typeof live.liveStream> = {
  method: 'GET',
  path: '/user-profile-composite/v1/live',
  form: 'events',
  isExtension: true,
};

export const changePassword: Request<typeof members.changePassword> = {
  method: 'PUT',
  path: '/auth-service/v1/change-password',
  successAsZero: 'answered',
};
export const changeSetting: Request<typeof members.changeSetting> = {
  method: 'POST',
  path: '/user-profile-composite/v1/users/setting',
};
export const checkBank: Request<typeof members.checkBank> = { method: 'POST', path: '/auth-service/v1/checkBank' };
export const checkPhone: Request<typeof members.checkPhone> = { method: 'POST', path: '/auth-service/v1/checkPhone' };
export const completeRecovery: Request<typeof members.completeRecovery> = {
  method: 'POST',
  path: '/auth-service/v1/recovery/password',
  isExtension: true,
};
export const deviceLogin: Request<typeof members.deviceLogin> = {
  method: 'POST',
  path: '/auth-service/v1/device-login',
  isExtension: true,
};
export const endOtherSessions: Request<typeof members.endOtherSessions> = {
  method: 'POST',
  path: '/auth-service/v1/sessions/end-others',
  isExtension: true,
};
export const deleteRememberedDevice: Request<typeof members.deleteRememberedDevice> = {
  method: 'POST',
  path: '/auth-service/v1/device-forget',
  isExtension: true,
};
export const getBalance: Request<typeof members.getBalance> = {
  method: 'GET',
  path: '/user-profile-composite/v1/profile/balance',
};
export const listSessions: Request<typeof members.listSessions> = {
  method: 'GET',
  path: '/auth-service/v1/sessions',
  isExtension: true,
};
export const login: Request<typeof members.login> = { method: 'POST', path: '/auth-service/v1/login' };
export const logout: Request<typeof members.logout> = {
  method: 'POST',
  path: '/auth-service/v1/logout',
  isExtension: true,
};
export const revealBankAccount: Request<typeof members.revealBankAccount> = {
  method: 'POST',
  path: '/auth-service/v1/bank-account',
  isExtension: true,
};
export const refresh: Request<typeof members.refresh> = {
  method: 'GET',
  path: '/auth-service/v1/refresh',
  successAsZero: 'accepted',
};
export const startRecovery: Request<typeof members.startRecovery> = {
  method: 'POST',
  path: '/auth-service/v1/recovery',
  isExtension: true,
};
export const revokeDevice: Request<typeof members.revokeDevice> = {
  method: 'POST',
  path: '/auth-service/v1/devices/revoke',
  isExtension: true,
};
export const signup: Request<typeof members.signup> = { method: 'POST', path: '/auth-service/v1/signup' };

export const startPlayBreak: Request<typeof play.startPlayBreak> = {
  method: 'POST',
  path: '/game-composite/v1/pause',
  isExtension: true,
};
export const getPlayBreak: Request<typeof play.getPlayBreak> = {
  method: 'GET',
  path: '/game-composite/v1/pause',
  isExtension: true,
};
export const getGameSheet: Request<typeof play.getGameSheet> = {
  method: 'GET',
  path: '/game-composite/v1/sheet',
  isExtension: true,
};
export const launchGame: Request<typeof play.launchGame> = {
  method: 'POST',
  path: '/game-composite/v1/launch',
  isExtension: true,
};
export const listGames: Request<typeof play.listGames> = {
  method: 'GET',
  path: '/game-composite/v1/games',
  isExtension: true,
};
export const listMemberGames: Request<typeof play.listMemberGames> = {
  method: 'GET',
  path: '/game-composite/v1/my-games',
  isExtension: true,
};
export const listOpenRounds: Request<typeof play.listOpenRounds> = {
  method: 'GET',
  path: '/game-composite/v1/rounds',
  isExtension: true,
};
export const setFavourite: Request<typeof play.setFavourite> = {
  method: 'POST',
  path: '/game-composite/v1/favourites',
  isExtension: true,
};

export const getPrefix: Request<typeof site.getPrefix> = { method: 'GET', path: '/v2/prefix' };
export const getSetting: Request<typeof site.getSetting> = { method: 'GET', path: '/v2/setting' };

export const acceptTerms: Request<typeof terms.acceptTerms> = {
  method: 'POST',
  path: '/user-profile-composite/v1/users/terms',
  isExtension: true,
};
export const getTerms: Request<typeof terms.getTerms> = { method: 'GET', path: '/v2/terms', isExtension: true };

export const changeWheelSeed: Request<typeof wheel.changeWheelSeed> = {
  method: 'POST',
  path: '/prize-composite/v1/wheel/seed',
  isExtension: true,
};
export const getWheel: Request<typeof wheel.getWheel> = {
  method: 'GET',
  path: '/prize-composite/v1/wheel',
  isExtension: true,
};
export const getWheelMarkup: Request<typeof wheel.getWheelMarkup> = {
  method: 'GET',
  path: '/wheel-script/html5',
  form: 'markup',
};
export const spinWheel: Request<typeof wheel.spinWheel> = { method: 'POST', path: '/prize-composite/v1/spins' };

export const getWithdrawCondition: Request<typeof withdrawals.getWithdrawCondition> = {
  method: 'GET',
  path: '/fund-composite/v1/withdrawal/condition',
};
export const requestWithdrawal: Request<typeof withdrawals.requestWithdrawal> = {
  method: 'POST',
  path: '/fund-composite/v1/withdrawal',
};
