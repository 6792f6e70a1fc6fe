// The little that modules of the site ask the browser when they are loaded, for where there is none. Imported before them.

const entries = new Map<string, string>();

Object.assign(globalThis, {
  matchMedia: () => ({ matches: false, addEventListener: () => undefined }),
  document: { querySelector: () => null },
  location: { host: '', origin: '', pathname: '/', search: '' },
  localStorage: {
    getItem: (key: string) => entries.get(key) ?? null,
    setItem: (key: string, value: string) => void entries.set(key, value),
    removeItem: (key: string) => void entries.delete(key),
  },
});
