import { useEffect } from 'react';

/** Sets the browser tab's title, before the product's name. */
export function useTitle(title: string | undefined): void {
  useEffect(() => {
    if (title) document.title = `${title} · Cyno`;
  }, [title]);
}
