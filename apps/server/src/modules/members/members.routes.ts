// The door of sign-up, sign-in and session: wire words in, member words out.

import { answerText } from '@chaba/contract/answers.text';
import * as contract from '@chaba/contract/members';

import { messages } from '#core/messages.text';

import type { Doors } from '#http/doors';
import { tell } from '#http/serve';
import type { Site } from '#modules/site';
import { dueTermsVersion } from '#modules/terms';

import { checkBankAccount } from './bank-check.ts';
import { checkPhone, setAcceptsBonus, signUp } from './members.ts';
import {
  type EndGameSessions,
  endOtherSessions,
  endSession,
  forgetDevice,
  type KeptSession,
  listDevices,
  listSessions,
  type RenewedTokens,
  revokeDevice,
} from './sessions.ts';
import { changePassword, signIn, signInByDevice, type SignedInMember } from './sign-in.ts';

/** The member as the specification shows one; made where wallets and turnover are known. */
export type UserInfoOf = (site: Site, memberId: bigint) => Promise<contract.UserInfo>;

export function memberRoutes(
  doors: Doors,
  { userInfoOf, endGames }: { readonly userInfoOf: UserInfoOf; readonly endGames: EndGameSessions },
): void {
  registrationRoutes(doors);
  signInRoutes(doors, userInfoOf);
  accountRoutes(doors, userInfoOf, endGames);
  sessionRoutes(doors, endGames);
}

function registrationRoutes(doors: Doors): void {
  const { serve } = doors;
  serve(contract.checkPhone, async ({ site, body, address }) => {
    await checkPhone(doors, site, { phone: body.phoneNumber, deviceMark: body.deviceMark, address });
    return tell({ phoneNumber: body.phoneNumber }, { message: answerText.phoneFree });
  });

  serve(contract.checkBank, async ({ site, body, address }) => {
    const checked = await checkBankAccount(doors, site, {
      bankCode: body.BankCode,
      bankAccount: body.BankAccount,
      phone: body.phoneNumber,
      deviceMark: body.deviceMark,
      address,
    });
    return checked ? tell(checked, { message: messages.bankFound }) : tell({}, { message: messages.bankNotAsked });
  });

  serve(contract.signup, async ({ site, body, headers, address }) => {
    const member = await signUp(doors, site, {
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
    return tell({ PhoneNumber: member.phone }, { message: answerText.registered });
  });
}

function signInRoutes(doors: Doors, userInfoOf: UserInfoOf): void {
  const { serve, database } = doors;

  async function welcome(site: Site, { member, token, deviceToken }: SignedInMember) {
    const [user, termsVersion] = await Promise.all([
      userInfoOf(site, member.id),
      dueTermsVersion(database, site.id, member.id),
    ]);
    return tell(user, {
      message: messages.signedIn,
      beside: {
        authToken: token,
        ...(deviceToken === undefined ? {} : { deviceToken }),
        ...(termsVersion === undefined ? {} : { termsVersion }),
      },
    });
  }

  serve(contract.login, async ({ site, body, address, userAgent }) => {
    const given = {
      phone: body.phoneNumber,
      password: body.Password,
      isRemembered: body.remember ?? false,
      deviceMark: body.deviceMark,
      address,
      userAgent,
    };
    return welcome(site, await signIn(doors, site, given));
  });

  serve(contract.deviceLogin, async ({ site, body, address, userAgent }) => {
    const { deviceToken, deviceMark } = body;
    const given = { phone: body.phoneNumber, deviceToken, deviceMark, address, userAgent };
    return welcome(site, await signInByDevice(doors, site, given));
  });

  serve(contract.forgetDevice, async ({ site, body }) => {
    await database.transaction((tx) => forgetDevice(tx, site.id, body.deviceToken));
    return {};
  });
}

function accountRoutes(doors: Doors, userInfoOf: UserInfoOf, endGames: EndGameSessions): void {
  const { serve, database } = doors;
  serve(contract.refresh, ({ site, member }) => userInfoOf(site, member.id));

  serve(contract.logout, async ({ site, member }) => {
    await endSession(database, site.id, member.id, member.sessionId);
    return {};
  });

  serve(contract.changePassword, async ({ site, member, body, headers }) => {
    const renewed = await changePassword(doors, site.id, member.id, {
      phone: body.phone_number,
      oldPassword: body.old_Password,
      password: body.Password,
      confirmedPassword: body.Confirm_Password,
      kept: keptSession(member, headers),
      endGames,
    });
    return tell({}, { message: answerText.passwordChanged, beside: toWire(renewed) });
  });

  serve(contract.changeSetting, async ({ site, member, body }) => {
    await setAcceptsBonus(database, site.id, member.id, body.isBonus);
    return tell({ isBonus: body.isBonus }, { message: answerText.promotionUpdated });
  });
}

function sessionRoutes({ serve, database }: Doors, endGames: EndGameSessions): void {
  serve(contract.listSessions, async ({ site, member }) => {
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

  serve(contract.endOtherSessions, async ({ site, member, headers }) => {
    const { ended, renewed } = await database.transaction(async (tx) => {
      const done = await endOtherSessions(tx, site.id, member.id, keptSession(member, headers));
      await endGames(tx, site.id, member.id);
      return done;
    });
    return tell({ ended }, { beside: toWire(renewed) });
  });

  serve(contract.revokeDevice, async ({ site, member, body }) => {
    const which = { deviceId: body.deviceId, sessionId: member.sessionId, endGames };
    await database.transaction((tx) => revokeDevice(tx, site.id, member.id, which));
    return {};
  });
}

function keptSession(
  { sessionId }: { readonly sessionId: string },
  headers: { readonly [contract.RENEW_SESSION_HEADER]?: string | undefined },
): KeptSession {
  return { sessionId, isRenewed: headers[contract.RENEW_SESSION_HEADER] !== undefined };
}

function toWire(renewed: RenewedTokens | undefined) {
  if (renewed === undefined) return {};
  const { authToken, deviceToken } = renewed;
  return { authToken, ...(deviceToken === undefined ? {} : { deviceToken }) };
}
