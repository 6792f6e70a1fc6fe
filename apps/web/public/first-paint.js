// Runs before anything is painted: the member's choice of dark or light and the brand's preset, as they
// were last, so that a page never flashes; src/lib/theme.ts does the same with every check afterwards. On the
// landing page it also asks for the picture and the code that are needed next (build/html.ts).
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
  const { preset, mode } = typeof theme === 'object' && theme !== null ? theme : { preset: theme, mode: undefined };
  const choice = read('Mode') ?? mode;
  const isLight = choice === 'light' || (choice === 'auto' && matchMedia('(prefers-color-scheme: light)').matches);
  root.dataset.mode = isLight ? 'light' : 'dark';
  root.dataset.preset = ['gold', 'jade', 'sapphire', 'ruby'].includes(preset) ? preset : 'gold';

  if (location.pathname !== '/') return;
  const hints = document.querySelector('meta[name="chaba-landing"]')?.content.split(' ') ?? [];
  const [phone, wide, code] = hints;
  const preload = (attributes) => document.head.append(Object.assign(document.createElement('link'), attributes));
  const picture = matchMedia('(min-width: 640px)').matches ? wide : phone;
  if (picture) preload({ rel: 'preload', as: 'image', href: picture, fetchPriority: 'high' });
  if (code) preload({ rel: 'modulepreload', href: code });
})();
