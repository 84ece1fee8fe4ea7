import { useEffect } from 'react';

/** Shows a number on the icon of the installed app, where the system has such badges; none when the component goes. */
export function useAppBadge(count: number): void {
  useEffect(() => {
    if (!('setAppBadge' in navigator)) return;
    const ignore = () => undefined;
    navigator.setAppBadge(count).catch(ignore);
    return () => void navigator.clearAppBadge().catch(ignore);
  }, [count]);
}
