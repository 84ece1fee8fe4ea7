// Before the first paint, as src/ui/shell/appearance.ts.
(() => {
  const root = document.documentElement;
  const base = new URL('.', document.currentScript.src).pathname;
  let stored = {};
  try {
    stored = JSON.parse(localStorage.getItem('appearance') ?? '{}') ?? {};
    if (localStorage.getItem('accessToken')) {
      const hasFrame = !/^(view|pass|message|kiosk|auth|trust|line-oauth-callback)(\/|$)/.test(
        location.pathname.slice(base.length),
      );
      root.dataset.session = hasFrame ? 'framed' : 'kept';
    }
  } catch {
    // The defaults stand.
  }
  if (stored.theme === 'dark') root.dataset.theme = 'dark';
  if (stored.menuMode === 'overlay') root.dataset.menu = 'overlay';
  if (stored.ripple === false) root.dataset.ripple = 'off';
  if (Number.isInteger(stored.scale) && stored.scale >= 12 && stored.scale <= 16) {
    root.style.setProperty('--root-size', `${(stored.scale / 16) * 100}%`);
  }
})();
