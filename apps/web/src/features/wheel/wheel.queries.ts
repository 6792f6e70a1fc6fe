// Requests of the wheel, and the queries that a spin makes stale.

import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';

import type { Data } from '@chaba/contract/endpoint';
import { SPIN_BOX } from '@chaba/contract/constraints';
import { changeWheelSeed, getWheel, spinWheel } from '@chaba/contract/requests';

import { send, sendForEnvelope } from '#lib/api/api';
import { withIdempotencyKey } from '#lib/api/idempotency-key';
import { queryKeys } from '#lib/api/query-keys';

export type Wheel = Data<typeof getWheel>;
export type Spin = Wheel['spins'][number];
export type Prize = Spin['prize'];
/** The drawn prize with the server's message. */
export type Drawn = Data<typeof spinWheel> & { readonly message: string };

export const wheelQuery = queryOptions({
  queryKey: queryKeys.wheel,
  queryFn: ({ signal }) => send(getWheel, { signal }),
  staleTime: 0,
});

/** Spins once. Until the response arrives, a repeated call uses the same key: it costs nothing and draws nothing. */
export function submitSpin(): Promise<Drawn> {
  const body = { OpenBox: SPIN_BOX } as const;
  return withIdempotencyKey('wheel', body, async (idempotencyKey) => {
    const { data, message } = await sendForEnvelope(spinWheel, { body, idempotencyKey });
    return { ...data, message };
  });
}

/** `paid` and `balanceMoved` run at once, `done` after the wheel has stopped. */
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
      // A response still in flight predates the change.
      await queryClient.cancelQueries({ queryKey: queryKeys.wheel });
      queryClient.setQueryData<Wheel>(queryKeys.wheel, wheel);
    },
    onError: () => void queryClient.invalidateQueries({ queryKey: queryKeys.wheel }),
  });
}
