// Runs before anything is painted and sets on the root element what differs between devices, so that a page never flashes: the
// member's choice of dark or light and of letters, and the brand's look, from the page's data or as it was last. src/lib/theme.ts
// does the same with every later check.
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
      const value = JSON.parse(text ?? '{}');
      return typeof value === 'object' && value !== null ? value : {};
    } catch {
      // A corrupt copy is thrown away by src/lib/site.ts and written anew by src/lib/theme.ts.
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
  // The brand's own colours (valuesOf in src/lib/brand-colours.ts); nothing else that stands there is a value.
  const last = look ? {} : recordOf(read('ThemeValues'));
  const values = look ? theme.values?.[root.dataset.mode] : last.mode === root.dataset.mode && last.values;
  for (const [name, value] of Object.entries(values || {})) {
    if (/^--[a-z-]+$/.test(name) && /^(?:#[\da-f]{6}|\d(?:\.\d+)?)$/.test(value)) root.style.setProperty(name, value);
  }

  // A member's frame is not for a visitor, and the form of a stranger not for a member whom this device remembers.
  const audience = contentOf('chaba-audience');
  const isStranger = !read('Remembered') && !read('Registration', 'sessionStorage');
  const isHidden = audience === 'members' ? !read('AccessToken') : audience === 'strangers' && !isStranger;
  if (isHidden) root.dataset.isForOthers = '';

  // Until React is there a form with a secret keeps what was typed in it: sent, it would be lost.
  const hold = (event) => {
    if (event.target.method === 'post' && event.target.closest('[data-page]')) event.preventDefault();
  };
  addEventListener('submit', hold, true);
})();
