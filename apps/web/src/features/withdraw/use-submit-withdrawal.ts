// Submits the withdrawal once and reports the result. A lost response is not a failure: the notice refers to the
// history, and the next submit repeats the request with the same key.

import { messageText } from '@chaba/contract/messages.text';
import type { Money } from '@chaba/money';

import { useSingleFlight } from '#lib/react/use-single-flight';
import { tickError, tickSuccess } from '#lib/browser/haptics';
import { isApiError, getErrorMessage } from '#lib/api/api-error';
import { useSite } from '#lib/site/site';
import { useDialog } from '#ui/dialog';

import { useRequestWithdrawal } from './withdraw.queries.ts';
import { text } from './withdraw.text.ts';

export function useSubmitWithdrawal({
  onDone,
  onResponse,
}: {
  readonly onDone: () => void;
  /** Runs after any response. */
  readonly onResponse: () => void;
}) {
  const { site } = useSite();
  const { showMessage } = useDialog();
  const request = useRequestWithdrawal();
  const { isBusy, begin, end } = useSingleFlight();

  function showFailure(error: unknown) {
    tickError();
    if (isApiError(error) && error.isOutcomeUnknown) {
      void showMessage({ title: text.unknownTitle, message: text.unknownResult });
    } else void showMessage({ title: text.failedTitle, message: getErrorMessage(error), tone: 'failure' });
  }

  function submit(amount: Money) {
    if (!begin()) return;
    request.mutate(
      { amount, minWithdraw: site.Withdraw.minWithdraw },
      {
        onSuccess: (note) => {
          onDone();
          tickSuccess();
          void showMessage({ message: [messageText.withdrawn, note ?? text.onItsWay].join('\n'), tone: 'success' });
        },
        onError: showFailure,
        onSettled: () => {
          end();
          onResponse();
        },
      },
    );
  }

  return { submit, isBusy };
}
