// Toasts: completed, harmless, without a decision (copied, updated). Never for money and never together with a dialog.
// One at a time.
//
// Always true: a toast raised before its region is loaded is shown as soon as the region exists.
//
// Elsewhere: the region that shows them (ui/toast-region.tsx), loaded when the page is idle.

export type Toast = { readonly sentence: string; readonly tone: 'success' | 'notice' };

type ShowToast = (toast: Toast) => void;

let show: ShowToast | undefined;
let waiting: Toast | undefined;

/** Shows a message; a newer one replaces the older. */
export function toast(sentence: string, tone: Toast['tone'] = 'success'): void {
  const next = { sentence, tone };
  if (show) show(next);
  else waiting = next;
}

/** Shows the pending toast and all later ones through `region`, until the returned function is called. */
export function registerToastRegion(region: ShowToast): () => void {
  show = region;
  if (waiting) region(waiting);
  waiting = undefined;
  return () => {
    show = undefined;
  };
}
