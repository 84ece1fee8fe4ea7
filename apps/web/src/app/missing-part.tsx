import { t } from '@lingui/core/macro';
import { Component, type ReactNode, useEffect, useEffectEvent, useState } from 'react';
import { isMissingFile } from '../lib/browser/missing-file.ts';
import { withBase } from '../lib/router/base-path.ts';
import { Button } from '../ui/buttons/button.tsx';
import { Notice } from '../ui/status/notice.tsx';

const retryMs = 5_000;
const reloadedKey = 'reloadedForNewVersion';
const longestReloadMs = 10_000;

type PartState = { error: unknown };

/** Keeps what stands around a part of the app whose files did not come; every other error reaches the page. */
export class PartBoundary extends Component<{ children: ReactNode }, PartState> {
  override state: PartState = { error: null };

  static getDerivedStateFromError(error: unknown): PartState {
    return { error };
  }

  override render() {
    const { error } = this.state;
    if (error === null) return this.props.children;
    if (!isMissingFile(error)) throw error;
    return <MissingPart onReload={reloadOnce} />;
  }
}

/**
 * Stands in place of a page whose files did not come. Without the server the page waits for it, because a reload would end in the error
 * page of the browser; when the server responds, it has a newer version or is back: `onReload`.
 */
export function MissingPart({ onReload }: { onReload: () => void }) {
  const [isAway, setAway] = useState(false);
  const reload = useEffectEvent(onReload);
  useEffect(() => {
    let timer: ReturnType<typeof setTimeout> | undefined;
    let ended = false;
    const check = async () => {
      clearTimeout(timer);
      const responds = await serverResponds();
      if (ended) return;
      if (responds) return reload();
      setAway(true);
      timer = setTimeout(check, retryMs);
    };
    void check();
    addEventListener('online', check);
    return () => {
      ended = true;
      clearTimeout(timer);
      removeEventListener('online', check);
    };
  }, []);
  if (isAway) {
    return (
      <Notice
        title={t`No connection`}
      >{t`This page is not on this device yet. It opens when the connection is back.`}</Notice>
    );
  }
  return (
    <Notice
      title={t`This page could not be loaded`}
      actions={<Button variant="primary" onClick={() => location.reload()}>{t`Reload`}</Button>}
    >
      {t`The server has a newer version of Cyno. Reload to continue.`}
    </Notice>
  );
}

async function serverResponds(): Promise<boolean> {
  try {
    return (await fetch(withBase('/healthz'), { cache: 'no-store' })).ok;
  } catch {
    return false;
  }
}

/** A file that is missing after a reload too would reload the page for ever; so would one where storage is switched off. */
export function reloadOnce() {
  try {
    const now = Date.now();
    if (now - Number(sessionStorage.getItem(reloadedKey)) < longestReloadMs) return;
    sessionStorage.setItem(reloadedKey, `${now}`);
    location.reload();
  } catch {
    // Its reader has a button.
  }
}
