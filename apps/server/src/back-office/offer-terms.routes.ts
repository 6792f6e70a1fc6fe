// Terms of cashback, referral and wheel: those in force and their versions.
//
// Elsewhere: changing settings (modules/operators/site-actions.ts), publishing a wheel (wheel-actions.ts).

import type { OfferTermsFacts, WheelFacts } from '@chaba/contract/back-office/offer-wire';

import { formatRequest } from '#operators/actions';
import { loadOfferTerms, type LoadedOfferTerms } from '#operators/offer-terms';
import { splitTerms } from '#modules/operator-input';

import type { BackOfficeContext } from './context.ts';
import type { Handlers } from './routes.ts';

export function createTermsHandlers({ database }: BackOfficeContext): Pick<Handlers, 'offerTerms'> {
  return {
    async offerTerms({ acting }): Promise<OfferTermsFacts> {
      const { inForce, versions, wheel } = await loadOfferTerms(database, acting.siteId);
      return {
        inForce,
        versions: versions.map(({ version, publishedAt, requestId, terms }) => ({
          version,
          publishedAt: publishedAt?.toISOString() ?? null,
          request: requestId === null ? null : formatRequest(requestId),
          terms,
        })),
        wheel: wheel === undefined ? null : toWheel(wheel),
      };
    },
  };
}

function toWheel({
  version,
  isOn,
  lines,
  worth,
  share,
  bound,
  isWithinBound,
}: NonNullable<LoadedOfferTerms['wheel']>): WheelFacts {
  const fields = splitTerms(lines)
    .filter((line) => line.startsWith('field='))
    .map((line) => line.slice('field='.length).split(' '));
  const total = fields.reduce((sum, [, , weight = '0']) => sum + Number(weight), 0);
  return {
    version,
    isOn,
    lines,
    fields: fields.map(([kind = '', amount = '', weight = '0']) => ({
      kind,
      amount,
      weight,
      // Hundredths of a percent, rounded.
      chance: String(Math.round((Number(weight) / total) * 10_000) / 100),
    })),
    worth,
    share,
    bound,
    isWithinBound,
  };
}
