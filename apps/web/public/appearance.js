// Sets theme, scale and whether somebody is signed in before the first paint. Keeps to the keys and limits of src/ui/shell/appearance.ts.
(() => {
  const root = document.documentElement;
  let kept = {};
  try {
    kept = JSON.parse(localStorage.getItem('appearance') ?? '{}') ?? {};
    if (localStorage.getItem('accessToken')) root.dataset.session = 'kept';
  } catch {
    // Storage is switched off or holds something else: the defaults stand.
  }
  if (kept.theme === 'dark') root.dataset.theme = 'dark';
  if (kept.ripple === false) root.dataset.ripple = 'off';
  if (Number.isInteger(kept.scale) && kept.scale >= 12 && kept.scale <= 16) {
    root.style.setProperty('--root-size', `${(kept.scale / 16) * 100}%`);
  }
})();
