import { t } from '@lingui/core/macro';
import { useEffect, useEffectEvent, useRef } from 'react';
import { useLocation } from 'react-router';
import { reloadForNewerVersion, useNewerVersion } from '../lib/browser/app-worker.ts';
import { useMissingParts } from '../lib/browser/missing-file.ts';
import { hasUnsavedChanges } from '../lib/browser/unsaved-changes.ts';
import { useToasts } from '../ui/overlays/toast.tsx';

type NewerVersionProps = { isNewer: boolean; onTake: () => void };

/** Offers a newer version of the app; takes it by itself with the next page, and at once where nobody operates the page. */
export function NewerVersion() {
  useMissingNotice();
  return <VersionOffer isNewer={useNewerVersion()} onTake={() => void reloadForNewerVersion()} />;
}

/** Reports when a part of the page was left out because its files are gone and something is unsaved. */
function useMissingNotice(): void {
  const toasts = useToasts();
  const missing = useMissingParts();
  const report = useEffectEvent(() =>
    toasts.add({
      kind: 'error',
      key: 'missing-part',
      title: t`This could not be loaded`,
      detail: t`Save your changes. The page then loads again by itself.`,
      durationMs: null,
    }),
  );
  useEffect(() => {
    if (missing > 0) report();
  }, [missing]);
}

export function VersionOffer({ isNewer, onTake }: NewerVersionProps) {
  const toasts = useToasts();
  const { pathname, search } = useLocation();
  const pathRef = useRef(pathname);
  const isKiosk = pathname === '/kiosk' || new URLSearchParams(search).has('kiosk');
  const take = useEffectEvent(onTake);
  const offer = useEffectEvent(() =>
    toasts.add({
      kind: 'info',
      title: t`A new version of Cyno is ready`,
      detail: t`It opens with the next page. Your unsaved changes stay until then.`,
      action: { label: t`Reload now`, onPress: onTake },
      durationMs: null,
      key: 'newer-version',
    }),
  );
  useEffect(() => {
    if (!isNewer) return;
    if (isKiosk) take();
    else offer();
  }, [isNewer, isKiosk]);
  useEffect(() => {
    const isSamePage = pathRef.current === pathname;
    pathRef.current = pathname;
    if (isNewer && !isSamePage && !hasUnsavedChanges()) take();
  }, [isNewer, pathname]);
  return null;
}
