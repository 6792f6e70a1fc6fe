// Runs before anything is painted: the member's choice of dark or light and of letters, and the brand's preset, as they
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
  const letters = read('Letters');
  const brandFont = ['noto', 'noto-looped'].includes(font) ? font : 'anuphan';
  const plainFont = brandFont === 'noto-looped' ? 'noto' : brandFont;
  root.dataset.letters = { looped: 'noto-looped', plain: plainFont }[letters] ?? brandFont;

  // The landing page is in the HTML already: its letters and its picture come first, then, when it has been painted, the code.
  const contentOf = (name) => document.querySelector(`meta[name="${name}"]`)?.content;
  const start = contentOf('chaba-start');
  if (!start) return;
  let isRunning = false;
  const run = () => {
    if (isRunning) return;
    isRunning = true;
    for (const href of contentOf('chaba-landing')?.split(' ') ?? []) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    void import(start);
  };
  // A page that nobody sees is not painted, and not every browser tells.
  if (document.hidden || !globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) return run();
  new PerformanceObserver(run).observe({ type: 'paint', buffered: true });
  setTimeout(run, 3_000);
})();
