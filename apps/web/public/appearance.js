// Sets theme, scale and whether somebody is signed in before the first paint. Keeps to the keys and limits of src/ui/shell/appearance.ts.
(() => {
  const root = document.documentElement;
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('appearance') ?? '{}') ?? {};
    if (localStorage.getItem('accessToken')) root.dataset.session = 'kept';
  } catch {
    // Storage is switched off or holds something else: the defaults stand.
  }
  if (stored.theme === 'dark') root.dataset.theme = 'dark';
  if (stored.ripple === false) root.dataset.ripple = 'off';
  if (Number.isInteger(stored.scale) && stored.scale >= 12 && stored.scale <= 16) {
    root.style.setProperty('--root-size', `${(stored.scale / 16) * 100}%`);
  }
})();
