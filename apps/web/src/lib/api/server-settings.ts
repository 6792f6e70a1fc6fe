// Settings that the server wrote into the delivered page: API address, API key of the site, and the site's
// configuration at that moment. They are <meta> elements and data blocks, because the content security policy allows no
// inline script.

export const getApiBase = (): string => readSetting('chaba-api-base').replace(/\/+$/, '');

export const getApiKey = (): string => readSetting('chaba-api-key') || 'chaba-sandbox';

/** Undefined when the API belongs to another host, and in the cached page of an offline visit. */
export const readDeliveredSite = (): unknown => readDelivered('chaba-site');

/** Parses a data block of the delivered page. */
export function readDelivered(id: string): unknown {
  const text = globalThis.document?.querySelector(`#${id}`)?.textContent;
  try {
    return text ? JSON.parse(text) : undefined;
  } catch {
    return undefined;
  }
}

function readSetting(name: string): string {
  const element = globalThis.document?.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return element?.content.trim() ?? '';
}
