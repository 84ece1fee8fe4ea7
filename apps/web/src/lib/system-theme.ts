import { useEffect } from 'react';

/** Shows a page of visitors light or dark as their system is, whatever somebody chose for the app in this browser. */
export function useSystemTheme(): void {
  useEffect(() => {
    const root = document.documentElement;
    const chosen = root.dataset.theme;
    const system = matchMedia('(prefers-color-scheme: dark)');
    const follow = () => {
      root.dataset.theme = system.matches ? 'dark' : 'light';
    };
    follow();
    system.addEventListener('change', follow);
    return () => {
      system.removeEventListener('change', follow);
      if (chosen === undefined) delete root.dataset.theme;
      else root.dataset.theme = chosen;
    };
  }, []);
}
