// Runs before anything is painted: the member's choice of dark or light and of letters, and the brand's look, as they
// were last, so that a page never flashes; src/lib/theme.ts does the same with every check afterwards. On the
// landing page it also asks for the page's code (build/html.ts).
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key) ?? undefined;
    } catch {
      return undefined;
    }
  };
  let theme;
  try {
    theme = JSON.parse(read('Prefix') ?? '{}').theme;
  } catch {
    // A corrupt copy is thrown away by src/lib/site.ts.
  }
  theme ??= document.querySelector('meta[name="chaba-theme"]')?.content;
  const { preset, mode, font } = typeof theme === 'object' && theme !== null ? theme : { preset: theme };
  const choice = read('Mode') ?? mode;
  const isLight = choice === 'light' || (choice === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.mode = isLight ? 'light' : 'dark';
  root.dataset.preset = ['gold', 'jade', 'sapphire', 'ruby'].includes(preset) ? preset : 'gold';
  // What the brand's own colours came to last time (src/lib/theme.ts); nothing else that lies there is a value.
  try {
    const last = JSON.parse(read('ThemeValues') ?? '{}');
    for (const [name, value] of Object.entries((last.mode === root.dataset.mode && last.values) || {})) {
      if (/^--[a-z-]+$/.test(name) && /^(?:#[\da-f]{6}|\d(?:\.\d+)?)$/.test(value)) root.style.setProperty(name, value);
    }
  } catch {
    // Written anew by the next page that knows the theme.
  }
  const letters = read('Letters');
  const brandFont = ['noto', 'noto-looped'].includes(font) ? font : 'anuphan';
  const plainFont = brandFont === 'noto-looped' ? 'noto' : brandFont;
  root.dataset.letters = { looped: 'noto-looped', plain: plainFont }[letters] ?? brandFont;

  // The landing page is in the HTML already: its letters and its picture come first, then, when it has been painted, the code.
  const contentOf = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const start = contentOf('chaba-start');
  if (!start) return;
  // What is pressed before the code is there is pressed again when it is: React puts the same elements in the same places.
  let pressed;
  const remember = (event) => {
    const target = event.target.closest('#root a[href], #root button');
    if (!target || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    pressed = [];
    for (let part = target; part.id !== 'root'; part = part.parentElement) {
      pressed.unshift([...part.parentElement.children].indexOf(part));
    }
  };
  const forget = () => document.removeEventListener('click', remember, true);
  document.addEventListener('click', remember, true);

  let isRunning = false;
  const run = () => {
    const place = document.querySelector('#root');
    if (isRunning || !place) return;
    isRunning = true;
    for (const href of contentOf('chaba-landing')?.split(' ') ?? []) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    new MutationObserver((_, observer) => {
      observer.disconnect();
      forget();
      const part = pressed?.reduce((parent, index) => parent?.children[index], place);
      // What a dialog gives the focus back to.
      part?.focus();
      part?.click();
    }).observe(place, { childList: true });
    // Without a connection the links still lead somewhere.
    import(start).catch(forget);
  };
  // A page that nobody sees is not painted, and not every browser tells.
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden) run();
    setTimeout(run, 3_000);
  });
  if (globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver(run).observe({ type: 'paint', buffered: true });
  }
})();
