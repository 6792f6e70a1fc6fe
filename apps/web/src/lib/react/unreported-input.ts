// Input that arrived without an event: some password managers fill fields and report nothing.

import { useEffectEvent, useLayoutEffect } from 'react';
import { flushSync } from 'react-dom';

/** Calls back with the text of the field before its form is submitted. */
export function useUnreportedInput(id: string, onText: (text: string) => void): void {
  const onRead = useEffectEvent(onText);
  useLayoutEffect(() => {
    const field = document.querySelector<HTMLInputElement>(`#${CSS.escape(id)}`);
    const form = field?.form;
    if (!field || !form) return;
    // All fields are read before the first update, which would write React's values into the others.
    let entered: string | undefined;
    const read = ({ target }: Event): void => {
      entered = target === form ? field.value : undefined;
    };
    const report = (): void => {
      if (entered !== undefined) flushSync(() => onRead(entered ?? ''));
    };
    document.addEventListener('submit', read, { capture: true });
    form.addEventListener('submit', report);
    return () => {
      document.removeEventListener('submit', read, { capture: true });
      form.removeEventListener('submit', report);
    };
  }, [id]);
}
