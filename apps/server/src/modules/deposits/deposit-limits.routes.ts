// The doors of the limits that members set for their deposits.

import { moneyOf } from '@chaba/contract/amounts';
import { answerText } from '@chaba/contract/answers.text';
import * as contract from '@chaba/contract/deposit-limits';
import { toBaht } from '@chaba/money';

import type { Doors } from '#http/doors';
import { tell } from '#http/serve';

import { confirmLimit, type DepositLimit, limitsOf, setLimit } from './deposit-limits.ts';

export function depositLimitRoutes({ serve, database }: Doors): void {
  const answer = async (of: { readonly siteId: number; readonly memberId: bigint }) => ({
    limits: (await limitsOf(database, of)).map(toWire),
  });

  serve(contract.getDepositLimits, ({ site, member }) => answer({ siteId: site.id, memberId: member.id }));

  serve(contract.setDepositLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    const amount = body.Amount === null ? undefined : moneyOf(body.Amount);
    const outcome = await setLimit(database, { ...of, span: body.span, amount });
    return tell(await answer(of), { message: outcome === 'asked' ? answerText.limitAsked : answerText.limitSet });
  });

  serve(contract.confirmDepositLimit, async ({ site, member, body }) => {
    const of = { siteId: site.id, memberId: member.id };
    await confirmLimit(database, { ...of, span: body.span });
    return tell(await answer(of), { message: answerText.limitSet });
  });
}

function toWire({ span, amount, used, endsAt, isWished, wish, confirmFrom, isConfirmable }: DepositLimit) {
  return {
    span,
    Amount: amount === null ? null : toBaht(amount),
    used: toBaht(used),
    endsAt: endsAt.toISOString(),
    wish:
      isWished && confirmFrom
        ? { Amount: wish === null ? null : toBaht(wish), confirmFrom: confirmFrom.toISOString(), isConfirmable }
        : null,
  };
}
