// Parses addresses from elsewhere. URL.canParse and URL.parse are younger than the browsers we promise.

/** Undefined for a text that is no address. */
export function parseUrl(text: string, base?: string): URL | undefined {
  try {
    return new URL(text, base);
  } catch {
    return undefined;
  }
}
