// The doors of the limits that members set for their deposits.

import { moneyOf } from '@chaba/contract/amounts';
import { answerText } from '@chaba/contract/answers.text';
import * as contract from '@chaba/contract/deposit-limits';
import { toBaht } from '@chaba/money';

import type { Doors } from '#http/doors';
import { tell } from '#http/serve';
import { confirmLimit, setLimit } from '#modules/limits';

import { type DepositLimit, depositLimitsOf } from './deposit-limits.ts';

export function depositLimitRoutes({ serve, database }: Doors): void {
  const answer = async (of: { readonly siteId: number; readonly memberId: bigint }) => ({
    limits: (await depositLimitsOf(database, of)).map(toWire),
  });

  serve(contract.getDepositLimits, ({ site, member }) => answer({ siteId: site.id, memberId: member.id }));

  serve(contract.setDepositLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    const amount = body.Amount === null ? undefined : moneyOf(body.Amount);
    const outcome = await setLimit(database, { ...of, kind: 'deposit', span: body.span, amount });
    return tell(await answer(of), { message: outcome === 'asked' ? answerText.limitAsked : answerText.limitSet });
  });

  serve(contract.confirmDepositLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...of, kind: 'deposit', span: body.span });
    return tell(await answer(of), { message: answerText.limitSet });
  });
}

function toWire({ span, amount, used, endsAt, wish }: DepositLimit) {
  return {
    span,
    Amount: amount === null ? null : toBaht(amount),
    used: toBaht(used),
    endsAt: endsAt.toISOString(),
    wish: wish && {
      Amount: wish.amount === null ? null : toBaht(wish.amount),
      confirmFrom: wish.confirmFrom.toISOString(),
      confirmUntil: wish.confirmUntil.toISOString(),
      isConfirmable: wish.isConfirmable,
    },
  };
}
