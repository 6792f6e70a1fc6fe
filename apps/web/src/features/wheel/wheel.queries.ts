// What the wheel asks of the server, and what a spin makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { SPIN_BOX } from '@chaba/contract/constraints';
import { changeWheelSeed, getWheel, spinWheel } from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api';
import { withIdempotencyKey } from '#lib/idempotency-key';
import { queryKeys } from '#lib/query-keys';

export type Wheel = Data<typeof getWheel>;
export type Spin = Wheel['spins'][number];
export type Prize = Spin['prize'];
/** The server's own sentence stands beside what was drawn. */
export type Drawn = Data<typeof spinWheel> & { readonly message: string };

export const wheelQuery = queryOptions({
  queryKey: queryKeys.wheel,
  queryFn: ({ signal }) => send(getWheel, { signal }),
  staleTime: 0,
});

/** One spin. As long as the answer is not there, asking again asks for the same one: it costs nothing and draws nothing. */
export function askForSpin(): Promise<Drawn> {
  const body = { OpenBox: SPIN_BOX } as const;
  return withIdempotencyKey('wheel', body, async (idempotencyKey) => {
    const { data, message } = await sendForEnvelope(spinWheel, { body, idempotencyKey });
    return { ...data, message };
  });
}

/** The first two are shown at once, the rest when the wheel stands still. */
export function useSpinCache() {
  const queryClient = useQueryClient();
  return {
    paid: ({ prizeWallet, spinWallet }: Pick<Drawn, 'prizeWallet' | 'spinWallet'>) => {
      queryClient.setQueryData<Wheel>(queryKeys.wheel, (wheel) => wheel && { ...wheel, prizeWallet, spinWallet });
    },
    balanceMoved: () => void queryClient.invalidateQueries({ queryKey: queryKeys.balance }),
    done: () => {
      void queryClient.invalidateQueries({ queryKey: queryKeys.wheel });
      void queryClient.invalidateQueries({ queryKey: queryKeys.withdrawCondition });
    },
  };
}

export function useChangeSeed() {
  const queryClient = useQueryClient();
  return useMutation({
    mutationFn: (clientSeed: string) => send(changeWheelSeed, { body: { clientSeed } }),
    onSuccess: async (wheel) => {
      // An answer that is still on its way was given before the change.
      await queryClient.cancelQueries({ queryKey: queryKeys.wheel });
      queryClient.setQueryData<Wheel>(queryKeys.wheel, wheel);
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: queryKeys.wheel }),
  });
}
