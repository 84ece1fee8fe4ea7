import { useEffect } from 'react';
import { showTheme } from './appearance.ts';

/** Shows a page of visitors light or dark as their system is, whatever somebody chose for the app in this browser. */
export function useSystemTheme(): void {
  useEffect(() => {
    const system = matchMedia('(prefers-color-scheme: dark)');
    let goBack = showTheme(system.matches ? 'dark' : 'light');
    const follow = () => {
      goBack();
      goBack = showTheme(system.matches ? 'dark' : 'light');
    };
    system.addEventListener('change', follow);
    return () => {
      system.removeEventListener('change', follow);
      goBack();
    };
  }, []);
}
