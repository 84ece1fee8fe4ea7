// Sets theme, scale and which frame index.html shows before the first paint. Keeps to the keys and limits of src/ui/shell/appearance.ts.
(() => {
  const root = document.documentElement;
  // Where the server is on this host.
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
    // Storage is switched off or holds something else: the defaults stand.
  }
  if (stored.theme === 'dark') root.dataset.theme = 'dark';
  if (stored.menuMode === 'overlay') root.dataset.menu = 'overlay';
  if (stored.ripple === false) root.dataset.ripple = 'off';
  if (Number.isInteger(stored.scale) && stored.scale >= 12 && stored.scale <= 16) {
    root.style.setProperty('--root-size', `${(stored.scale / 16) * 100}%`);
  }
})();
