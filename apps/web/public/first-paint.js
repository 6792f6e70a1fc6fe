// Runs before the first paint and sets the device's choices on the root element, so that no page flashes: dark or
// light, fonts, and the site's theme from the page or from the last visit. src/lib/site/theme.ts applies later changes.
// The rows of the lobby at the last visit keep their place (lobby-page.tsx). Requests the data of a member's page before
// its code has come; src/lib/api/api.ts takes the responses over.
(() => {
  const root = document.documentElement;
  const read = (key, storage = 'localStorage') => {
    try {
      return globalThis[storage].getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  const recordOf = (text) => {
    try {
      return Object(JSON.parse(text ?? '{}'));
    } catch {
      // A corrupt copy is discarded by src/lib/site/site.ts and replaced by src/lib/site/theme.ts.
      return {};
    }
  };
  const contentOf = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const look = contentOf('chaba-look');
  const theme = look ? recordOf(look) : (recordOf(read('Prefix')).theme ?? contentOf('chaba-theme'));
  const { preset, mode, font } = typeof theme === 'object' && theme !== null ? theme : { preset: theme };
  const choice = read('Mode') ?? mode;
  const isLight = choice === 'light' || (choice === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.mode = isLight ? 'light' : 'dark';
  root.dataset.preset = ['gold', 'jade', 'sapphire', 'ruby'].includes(preset) ? preset : 'gold';
  const letters = read('Letters');
  const brandFont = ['noto', 'noto-looped'].includes(font) ? font : 'anuphan';
  const plainFont = brandFont === 'noto-looped' ? 'noto' : brandFont;
  root.dataset.letters = { looped: 'noto-looped', plain: plainFont }[letters] ?? brandFont;
  // The site's own colours (computeThemeValues in src/lib/site/brand-colours.ts); anything else is ignored.
  const last = look ? {} : recordOf(read('ThemeValues'));
  const values = look ? theme.values?.[root.dataset.mode] : last.mode === root.dataset.mode && last.values;
  for (const [name, value] of Object.entries(values || {})) {
    if (/^--[a-z-]+$/.test(name) && /^(?:#[\da-f]{6}|\d(?:\.\d+)?)$/.test(value)) root.style.setProperty(name, value);
  }
  const rows = read('LobbyRows');
  if (/^[0-4]$/.test(rows)) root.style.setProperty('--lobby-rows', rows);

  // Hides a member's frame from visitors, and the form of a first visit from a remembered device.
  const audience = contentOf('chaba-audience');
  const isStranger = !read('Remembered') && !read('Registration', 'sessionStorage');
  const isHidden = audience === 'members' ? !read('AccessToken') : audience === 'strangers' && !isStranger;
  if (isHidden) root.dataset.isForOthers = '';

  // The headers of src/lib/api/api.ts.
  const token = read('AccessToken');
  const paths = token && !isHidden ? (contentOf('chaba-data')?.split(' ') ?? []) : [];
  const started = new Map();
  for (const path of paths) {
    const url = (contentOf('chaba-api-base') ?? '').trim().replace(/\/+$/, '') + path;
    const key = contentOf('chaba-api-key')?.trim() || 'chaba-sandbox';
    const headers = { 'Accept-Language': 'th', 'api-key': key, 'api-auth': token, 'Content-Type': 'application/json' };
    const send = async () => fetch(url, { headers, credentials: 'omit', cache: 'no-cache' });
    const response = send();
    response.catch(() => undefined);
    started.set(url, { token, response, at: performance.now() });
  }
  globalThis.startedRequests = started;

  // Before hydration a form with a secret is not submitted: its input would be lost.
  const isHeld = ({ target }) => target.method === 'post' && target.closest('[data-page]');
  addEventListener('submit', (event) => isHeld(event) && event.preventDefault(), true);

  // The code of a page from the server is fetched after its first paint (src/app/render-worker.ts).
  const fetchCode = () => {
    for (const file of contentOf('chaba-code')?.split(' ') ?? []) void import(file);
  };
  addEventListener('DOMContentLoaded', () => {
    if (isHidden || document.hidden) fetchCode();
    else new PerformanceObserver(fetchCode).observe({ type: 'paint', buffered: true });
  });
})();
