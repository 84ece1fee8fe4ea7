import { useEffect } from 'react';

/** Keeps the screen on while the component is mounted and the page can be seen, where the browser is able to. */
export function useWakeLock(): void {
  useEffect(() => {
    let lock: WakeLockSentinel | null = null;
    let isOver = false;
    const requestLock = async () => {
      if (!('wakeLock' in navigator) || document.visibilityState !== 'visible') return;
      try {
        const got = await navigator.wakeLock.request('screen');
        if (isOver) await got.release();
        else lock = got;
      } catch {
        // The battery is low, or the page may not: the screen goes dark as it usually does.
      }
    };
    void requestLock();
    // The browser ends it when the page is hidden.
    document.addEventListener('visibilitychange', requestLock);
    return () => {
      isOver = true;
      document.removeEventListener('visibilitychange', requestLock);
      void lock?.release();
    };
  }, []);
}
