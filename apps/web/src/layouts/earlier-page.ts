// Whether going back stays on this site: the router counts its entries of the browser history.

export function canGoBack(): boolean {
  return ((globalThis.history.state as { idx?: number } | null)?.idx ?? 0) > 0;
}
