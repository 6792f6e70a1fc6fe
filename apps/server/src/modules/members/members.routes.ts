// Routes of sign-up, sign-in and sessions: map contract fields to domain types.

import { messageText } from '@chaba/contract/messages.text';
import { RENEW_SESSION_HEADER } from '@chaba/contract/codes';
import * as contract from '@chaba/contract/members';

import { messages } from '#core/messages.text';
import type { RouteContext } from '#http/route-context';
import { respondWith } from '#http/register-route';
import type { Site } from '#modules/site';
import { findDueTermsVersion } from '#modules/terms';
import {
  type EndGameSessions,
  endOtherSessions,
  endSession,
  deleteDeviceByToken,
  type KeptSession,
  listDevices,
  listSessions,
  type RenewedTokens,
  revokeDevice,
} from '#modules/sessions';

import { checkBankAccount } from './bank-check.ts';
import { setAcceptsBonus } from './members.ts';
import { checkPhone, signUp } from './sign-up.ts';
import { completeRecovery, startRecovery } from './password-recovery.ts';
import { changePassword, revealBankAccount, signIn, signInByDevice, type SignedInMember } from './sign-in.ts';

/** Loads the member in the specification's format; implemented by a module that reads wallets and turnover. */
export type LoadUserInfo = (site: Site, memberId: bigint) => Promise<contract.UserInfo>;

export function memberRoutes(
  context: RouteContext,
  { loadUserInfo, endGames }: { readonly loadUserInfo: LoadUserInfo; readonly endGames: EndGameSessions },
): void {
  registrationRoutes(context);
  signInRoutes(context, loadUserInfo);
  accountRoutes(context, loadUserInfo, endGames);
  recoveryRoutes(context, endGames);
  sessionRoutes(context, endGames);
}

function registrationRoutes(context: RouteContext): void {
  const { registerRoute } = context;
  registerRoute(contract.checkPhone, async ({ site, body, address }) => {
    await checkPhone(context, site, { phone: body.phoneNumber, deviceMark: body.deviceMark, address });
    return respondWith({ phoneNumber: body.phoneNumber }, { message: messageText.phoneFree });
  });

  registerRoute(contract.checkBank, async ({ site, body, address }) => {
    const checked = await checkBankAccount(context, site, {
      bankCode: body.BankCode,
      bankAccount: body.BankAccount,
      phone: body.phoneNumber,
      deviceMark: body.deviceMark,
      address,
    });
    return checked
      ? respondWith(checked, { message: messages.bankFound })
      : respondWith({}, { message: messages.bankNotQueried });
  });

  registerRoute(contract.signup, async ({ site, body, headers, address }) => {
    const member = await signUp(context, site, {
      phone: body.phoneNumber,
      password: body.Password,
      confirmedPassword: body.Confirm_Password,
      bankCode: body.BankCode,
      bankAccount: body.BankAccount,
      bankToken: headers.tokenBank === '' ? undefined : headers.tokenBank,
      firstName: body.firstName ?? '',
      lastName: body.lastName ?? '',
      walletId: body.WalletId ?? '',
      affiliateKey: body.affiliateKey ?? '',
      acceptsBonus: body.isBonus ?? false,
      address,
    });
    return respondWith({ PhoneNumber: member.phone }, { message: messageText.registered });
  });
}

function signInRoutes(context: RouteContext, loadUserInfo: LoadUserInfo): void {
  const { registerRoute, database } = context;

  async function welcome(site: Site, { member, token, deviceToken }: SignedInMember) {
    const [user, termsVersion] = await Promise.all([
      loadUserInfo(site, member.id),
      findDueTermsVersion(database, site.id, member.id),
    ]);
    return respondWith(user, {
      message: messages.signedIn,
      envelopeFields: {
        authToken: token,
        ...(deviceToken === undefined ? {} : { deviceToken }),
        ...(termsVersion === undefined ? {} : { termsVersion }),
      },
    });
  }

  registerRoute(contract.login, async ({ site, body, address, userAgent }) => {
    const given = {
      phone: body.phoneNumber,
      password: body.Password,
      isRemembered: body.remember ?? false,
      deviceMark: body.deviceMark,
      address,
      userAgent,
    };
    return welcome(site, await signIn(context, site, given));
  });

  registerRoute(contract.deviceLogin, async ({ site, body, address, userAgent }) => {
    const { deviceToken, deviceMark } = body;
    const given = { phone: body.phoneNumber, deviceToken, deviceMark, address, userAgent };
    return welcome(site, await signInByDevice(context, site, given));
  });

  registerRoute(contract.deleteRememberedDevice, async ({ site, body }) => {
    await database.transaction((tx) => deleteDeviceByToken(tx, site.id, body.deviceToken));
    return {};
  });
}

function recoveryRoutes(context: RouteContext, endGames: EndGameSessions): void {
  const { registerRoute } = context;
  registerRoute(contract.startRecovery, async ({ site, body, address, userAgent }) => {
    const { phoneNumber: phone, deviceMark } = body;
    const started = await startRecovery(context, site.id, { phone, deviceMark, address, userAgent });
    return { ...started, expiresAt: started.expiresAt.toISOString() };
  });

  registerRoute(contract.completeRecovery, async ({ site, body }) => {
    const { token, code, Password: password, Confirm_Password: confirmedPassword } = body;
    await completeRecovery(context, site.id, { token, code, password, confirmedPassword, endGames });
    return respondWith({}, { message: messageText.passwordChanged });
  });
}

function accountRoutes(context: RouteContext, loadUserInfo: LoadUserInfo, endGames: EndGameSessions): void {
  const { registerRoute, database } = context;
  registerRoute(contract.refresh, ({ site, member }) => loadUserInfo(site, member.id));

  registerRoute(contract.logout, async ({ site, member }) => {
    await endSession(database, site.id, member.id, member.sessionId);
    return {};
  });

  registerRoute(contract.changePassword, async ({ site, member, body, headers }) => {
    const renewed = await changePassword(context, site.id, member.id, {
      phone: body.phone_number,
      oldPassword: body.old_Password,
      password: body.Password,
      confirmedPassword: body.Confirm_Password,
      kept: keptSession(member, headers),
      endGames,
    });
    return respondWith({}, { message: messageText.passwordChanged, envelopeFields: toWire(renewed) });
  });

  registerRoute(contract.revealBankAccount, async ({ site, member, body }) => {
    const { bankCode, bankAccount } = await revealBankAccount(context, site.id, member.id, body.Password);
    return { BankCode: bankCode, BankAccount: bankAccount };
  });

  registerRoute(contract.changeSetting, async ({ site, member, body }) => {
    await setAcceptsBonus(database, site.id, member.id, body.isBonus);
    return respondWith({ isBonus: body.isBonus }, { message: messageText.promotionUpdated });
  });
}

function sessionRoutes({ registerRoute, database }: RouteContext, endGames: EndGameSessions): void {
  registerRoute(contract.listSessions, async ({ site, member }) => {
    const [sessions, devices] = await Promise.all([
      listSessions(database, site.id, member.id),
      listDevices(database, site.id, member.id, member.sessionId),
    ]);
    return {
      devices: devices.map(({ deviceId, deviceName, createdAt, lastUsedAt, expiresAt, isCurrent }) => ({
        deviceId,
        device: deviceName,
        createdAt: createdAt.toISOString(),
        lastUsedAt: lastUsedAt.toISOString(),
        expiresAt: expiresAt.toISOString(),
        isCurrent,
      })),
      sessions: sessions.map(({ sessionId, createdAt, lastSeenAt, deviceName }) => ({
        sessionId: sessionId.slice(0, 16),
        createdAt: createdAt.toISOString(),
        lastSeenAt: lastSeenAt.toISOString(),
        device: deviceName,
        isCurrent: sessionId === member.sessionId,
      })),
    };
  });

  registerRoute(contract.endOtherSessions, async ({ site, member, headers }) => {
    const { ended, renewed } = await database.transaction(async (tx) => {
      const done = await endOtherSessions(tx, site.id, member.id, keptSession(member, headers));
      await endGames(tx, site.id, member.id);
      return done;
    });
    return respondWith({ ended }, { envelopeFields: toWire(renewed) });
  });

  registerRoute(contract.revokeDevice, async ({ site, member, body }) => {
    const which = { deviceId: body.deviceId, sessionId: member.sessionId, endGames };
    await database.transaction((tx) => revokeDevice(tx, site.id, member.id, which));
    return {};
  });
}

function keptSession(
  { sessionId }: { readonly sessionId: string },
  headers: { readonly [RENEW_SESSION_HEADER]?: string | undefined },
): KeptSession {
  return { sessionId, isRenewed: headers[RENEW_SESSION_HEADER] !== undefined };
}

function toWire(renewed: RenewedTokens | undefined) {
  if (renewed === undefined) return {};
  const { authToken, deviceToken } = renewed;
  return { authToken, ...(deviceToken === undefined ? {} : { deviceToken }) };
}
