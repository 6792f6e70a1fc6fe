// What the server that delivered the page wrote into it: where the API is, which brand this is, and the brand's
// configuration as it was at that moment. <meta> elements and a block of data, because the content security policy allows
// no inline script.

export const apiBase = (): string => settingOf('chaba-api-base').replace(/\/+$/, '');

export const apiKey = (): string => settingOf('chaba-api-key') || 'chaba-sandbox';

/** Undefined when the API is somebody else's, and in the page that is kept for a visit without a connection. */
export const deliveredSite = (): unknown => delivered('chaba-site');

/** A block of data that the page was delivered with. */
export function delivered(id: string): unknown {
  const text = globalThis.document?.querySelector(`#${id}`)?.textContent;
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function settingOf(name: string): string {
  const element = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return element?.content.trim() ?? '';
}
