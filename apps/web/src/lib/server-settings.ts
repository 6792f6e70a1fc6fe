// What the server that delivered the page wrote into it: where the API is and which brand this is.
// Two <meta> elements, because the content security policy allows no inline script.

export const apiBase = (): string => settingOf('chaba-api-base').replace(/\/+$/, '');

export const apiKey = (): string => settingOf('chaba-api-key') || 'chaba-sandbox';

function settingOf(name: string): string {
  const element = document.querySelector<HTMLMetaElement>(`meta[name="${name}"]`);
  return element?.content.trim() ?? '';
}
