// Runs before anything is painted: the member's choice of dark or light and of letters, and the brand's look, as the server
// wrote it into the page or as it was last, so that a page never flashes; src/lib/theme.ts does the same with every check
// afterwards. When the page is in the HTML already (src/screens.tsx) it fetches the page's code, once that has been painted.
(() => {
  const root = document.documentElement;
  const read = (key) => {
    try {
      return localStorage.getItem(key) ?? undefined;
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
  // What the brand's own colours came to (valuesOf in src/lib/brand-colours.ts); nothing else that stands there is a value.
  const last = look ? {} : recordOf(read('ThemeValues'));
  const values = look ? theme.values?.[root.dataset.mode] : last.mode === root.dataset.mode && last.values;
  for (const [name, value] of Object.entries(values || {})) {
    if (/^--[a-z-]+$/.test(name) && /^(?:#[\da-f]{6}|\d(?:\.\d+)?)$/.test(value)) root.style.setProperty(name, value);
  }
  const letters = read('Letters');
  const brandFont = ['noto', 'noto-looped'].includes(font) ? font : 'anuphan';
  const plainFont = brandFont === 'noto-looped' ? 'noto' : brandFont;
  root.dataset.letters = { looped: 'noto-looped', plain: plainFont }[letters] ?? brandFont;

  // The page is in the HTML already: its letters and its pictures come first, then, when it has been painted, the code.
  const start = contentOf('chaba-start');
  if (!start) return;
  // A member's frame is nothing for who is not signed in: the code leads them away. Who is remembered on this device is greeted
  // by another form than a stranger.
  const isFor = contentOf('chaba-for');
  const isForNobodyHere = isFor === 'members' ? !read('AccessToken') : isFor === 'strangers' && read('Remembered');
  if (isForNobodyHere) root.dataset.isFor = isFor;

  // React puts the same elements in the same places: what was pressed, typed and chosen before is done again there.
  let held;
  let pressed;
  let sent;
  let focused;
  const pathTo = (part) => {
    const steps = [];
    for (let at = part; at && at.id !== 'root'; at = at.parentElement) {
      steps.unshift([...(at.parentElement?.children ?? [])].indexOf(at));
    }
    return steps;
  };
  const at = (place, steps) => steps.reduce((parent, index) => parent?.children[index], place);
  // Its place may have been taken by another, or it is not there before the page's data. With the data an amount or a count
  // joins what it is called, and where it leads may become more exact; hardly ever both begin otherwise.
  const PRESSABLE = 'a[href], button';
  const labelOf = (part) => part.getAttribute('aria-label') ?? part.textContent.trim();
  const wantedOf = (part) => ({
    steps: pathTo(part),
    tag: part.tagName,
    href: part.getAttribute('href'),
    label: labelOf(part),
  });
  const sameIn = (place, { steps, tag, href, label }) => {
    const isSame = (part) =>
      part?.tagName === tag &&
      ((href && part.getAttribute('href') === href) || (label && labelOf(part).startsWith(label)));
    const there = at(place, steps);
    return isSame(there) ? there : [...place.querySelectorAll(PRESSABLE)].find(isSame);
  };
  const whenThere = (place, wanted, act) => {
    const part = sameIn(place, wanted);
    if (part) return act(part);
    const observer = new MutationObserver(() => {
      const come = sameIn(place, wanted);
      if (!come) return;
      stop();
      act(come);
    });
    observer.observe(place, { childList: true, subtree: true });
    const timer = setTimeout(() => stop(), 10_000);
    // Who goes on meanwhile wants something else.
    const others = ['pointerdown', 'keydown', 'popstate'];
    const stop = () => {
      observer.disconnect();
      clearTimeout(timer);
      for (const name of others) removeEventListener(name, stop);
    };
    for (const name of others) addEventListener(name, stop);
    return undefined;
  };
  const rememberPress = (event) => {
    const target = event.target.closest(PRESSABLE);
    if (!target?.closest('#root') || event.ctrlKey || event.metaKey || event.shiftKey || event.altKey) return;
    // What leads to another window or another site needs none of our code, and later might count as nobody's press.
    if (target.target || (target.origin && target.origin !== location.origin)) return;
    event.preventDefault();
    pressed = wantedOf(target);
    sent = undefined;
  };
  const rememberHold = (event) => {
    const target = event.pointerType === 'mouse' && event.button === 0 && event.target.closest(PRESSABLE);
    held = target && target.closest('#root') ? wantedOf(target) : undefined;
  };
  const forgetHold = () => {
    held = undefined;
  };
  const rememberSubmit = (event) => {
    event.preventDefault();
    // By the Enter key, where a form has no button to press.
    if (event.submitter) return;
    sent = pathTo(event.target);
    pressed = undefined;
  };
  const rememberFocus = (event) => {
    focused = pathTo(event.target);
  };
  const listeners = {
    pointerdown: rememberHold,
    pointerup: forgetHold,
    click: rememberPress,
    submit: rememberSubmit,
    focusin: rememberFocus,
  };
  for (const [name, listener] of Object.entries(listeners)) document.addEventListener(name, listener, true);
  const forget = () => {
    for (const [name, listener] of Object.entries(listeners)) document.removeEventListener(name, listener, true);
  };

  const fill = (field, value, event = 'input') => {
    // React listens for the event and looks whether the value is another one than it set itself.
    Object.getOwnPropertyDescriptor(Object.getPrototypeOf(field), 'value').set.call(field, value);
    field.dispatchEvent(new Event(event, { bubbles: true }));
  };
  // The browser's own window for choosing may still be open: what is chosen there later is told to the field that has gone.
  const giveFiles = (field, old) => {
    const give = () => {
      if (old.files.length === 0) return;
      field.files = old.files;
      field.dispatchEvent(new Event('change', { bubbles: true }));
    };
    old.addEventListener('change', give);
    give();
  };
  // A mouse that went down on what is no longer there makes no click when it comes up; a finger does.
  const awaitRelease = (place) => {
    const wanted = held;
    const release = ({ target }) => {
      const part = sameIn(place, wanted);
      if (!part?.contains(target)) return;
      let isClicked = false;
      part.addEventListener('click', () => (isClicked = true), { once: true });
      setTimeout(() => isClicked || part.click());
    };
    addEventListener('pointerup', release, { once: true, capture: true });
  };
  const takeOver = (place, drawn) => {
    forget();
    if (held) awaitRelease(place);
    delete place.dataset.drawn;
    delete root.dataset.isFor;
    // First of all, because a field that has the focus is its reader's; and it is what a dialog gives the focus back to.
    const part = at(place, pressed?.steps ?? focused ?? []);
    if (part !== place) part?.focus({ preventScroll: true });
    const fieldsOf = (parts) =>
      parts.flatMap((part) =>
        part.querySelectorAll ? [...part.querySelectorAll('input, textarea, select, details')] : [],
      );
    const fields = fieldsOf([...place.children]);
    for (const [index, old] of fieldsOf(drawn).entries()) {
      const field = fields[index];
      if (field?.tagName !== old.tagName || field.name !== old.name || field.type !== old.type) continue;
      if (old.tagName === 'DETAILS') field.open = old.open;
      else if (old.tagName === 'SELECT') {
        const first = old.querySelector('[selected]') ?? old.options[0];
        if (old.value !== first?.value) fill(field, old.value, 'change');
      } else if (old.type === 'file') giveFiles(field, old);
      else if (['checkbox', 'radio'].includes(old.type)) {
        if (old.checked !== old.defaultChecked && field.checked !== old.checked) field.click();
      } else if (old.value !== old.defaultValue) fill(field, old.value);
    }
    // After React has heard what was typed.
    setTimeout(() => {
      if (pressed) whenThere(place, pressed, (found) => found.click());
      else if (sent) at(place, sent)?.requestSubmit?.();
    });
  };

  let isRunning = false;
  const run = () => {
    const place = document.querySelector('#root');
    if (isRunning || !place) return;
    isRunning = true;
    for (const href of contentOf('chaba-code')?.split(' ') ?? []) {
      document.head.append(Object.assign(document.createElement('link'), { rel: 'modulepreload', href }));
    }
    new MutationObserver((changes, observer) => {
      observer.disconnect();
      takeOver(
        place,
        changes.flatMap(({ removedNodes }) => [...removedNodes]),
      );
    }).observe(place, { childList: true });
    import(start).catch(() => {
      // The links still lead somewhere. A form would put what was typed into the address: it asks for the page once more instead.
      forget();
      document.addEventListener(
        'submit',
        (event) => {
          event.preventDefault();
          location.reload();
        },
        true,
      );
      if (pressed?.href) location.assign(pressed.href);
      else if (pressed || sent) location.reload();
    });
  };
  // A page that nobody sees is not painted, and not every browser tells.
  document.addEventListener('DOMContentLoaded', () => {
    if (document.hidden || isForNobodyHere) run();
    setTimeout(run, 3_000);
  });
  if (globalThis.PerformanceObserver?.supportedEntryTypes.includes('paint')) {
    new PerformanceObserver(run).observe({ type: 'paint', buffered: true });
  }
})();
