// Sets the theme before the first paint: the one that was chosen in the app, else that of the system.
(() => {
  try {
    const { theme } = JSON.parse(localStorage.getItem('appearance') ?? '{}') ?? {};
    if (theme === 'light' || theme === 'dark') document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is switched off or holds something else: the system's theme stands.
  }
})();
