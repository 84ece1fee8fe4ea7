// Sets the language of the page as the app does, and opens the requested one as soon as the server responds.
(() => {
  const root = document.documentElement;
  const health = new URL('healthz', document.currentScript.src);
  let stored = null;
  try {
    stored = localStorage.getItem('language');
  } catch {
    // Storage is switched off: the language of the browser counts.
  }
  const known = (language) => ['en', 'th'].includes(language);
  const wanted = navigator.languages.map((tag) => tag.toLowerCase().split('-')[0]);
  root.lang = known(stored) ? stored : (wanted.find(known) ?? 'en');
  root.dataset.language = root.lang;

  const check = () =>
    fetch(health, { cache: 'no-store' }).then(
      ({ ok }) => ok && location.reload(),
      () => undefined,
    );
  addEventListener('online', check);
  setInterval(check, 5_000);
})();
