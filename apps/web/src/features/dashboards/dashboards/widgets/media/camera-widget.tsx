import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useEffect, useState } from 'react';
import { formatAge, formatClock } from '../../../../../lib/format/format.ts';
import { liveNow, useLiveNow } from '../../../../../lib/live/live-client.ts';
import type { WidgetData } from '../widget-data.ts';
import { Age, WidgetFrame } from '../widget-frame.tsx';
import { admitPicture, freshAddress } from './embed-address.ts';
import { EmbedNotice, useEmbedOrigins } from './embedded.tsx';

type CameraWidgetProps = { content: Extract<WidgetContent, { type: 'camera' }>; data: WidgetData };

const lateAfter = 3;

/** A camera's picture, fetched again while the page is in sight; a picture that does not come leaves the last one, with its age. */
export function CameraWidget({ content: { title, url, seconds }, data: { moment } }: CameraWidgetProps) {
  const origins = useEmbedOrigins();
  const now = useLiveNow();
  const admission = admitPicture(url, origins, location.origin);
  const isVisible = admission === 'allowed' || admission === 'own';
  const { picture, failedAt } = useSnapshots(isVisible && moment === null ? url : null, seconds);
  const isLate = picture !== null && now - picture.at > lateAfter * seconds * 1000;
  const aside = isLate ? (
    <Age age={formatAge(now - picture.at)} />
  ) : (
    picture && <span className="widget-figure">{formatClock(picture.at, { seconds: true })}</span>
  );
  return (
    <WidgetFrame title={title} aside={aside} stale={isLate} className="widget-image widget-image-contain">
      {!isVisible ? (
        <EmbedNotice address={url} admission={admission} />
      ) : moment !== null ? (
        <p className="widget-nothing">{t`Cameras are not part of playback`}</p>
      ) : picture ? (
        <img
          src={picture.src}
          alt={t`${title} at ${{ time: formatClock(picture.at, { seconds: true }) }}`}
          referrerPolicy="no-referrer"
        />
      ) : (
        <p className="widget-nothing">{failedAt === null ? t`Loading picture…` : t`The camera does not respond.`}</p>
      )}
    </WidgetFrame>
  );
}

type Snapshots = { picture: { src: string; at: number } | null; failedAt: number | null };

/** The newest picture of an address; each next one is fetched when the one before has come or failed, and none while hidden. */
function useSnapshots(url: string | null, seconds: number): Snapshots {
  const [state, setState] = useState<Snapshots>({ picture: null, failedAt: null });
  useEffect(() => {
    if (url === null) return;
    let timer: ReturnType<typeof setTimeout> | undefined;
    let isOver = false;
    const next = () => {
      // A page that came back into sight requests one while a slow picture is still on its way: only the last of them
      // continues.
      clearTimeout(timer);
      if (!isOver) timer = setTimeout(fetchOne, seconds * 1000);
    };
    const fetchOne = () => {
      if (isOver || document.hidden) return;
      const src = freshAddress(url, Date.now());
      const image = new Image();
      image.referrerPolicy = 'no-referrer';
      image.onload = () => {
        if (!isOver) setState({ picture: { src, at: liveNow() }, failedAt: null });
        next();
      };
      image.onerror = () => {
        if (!isOver) setState((before) => ({ ...before, failedAt: Date.now() }));
        next();
      };
      image.src = src;
    };
    const onVisible = () => {
      clearTimeout(timer);
      fetchOne();
    };
    fetchOne();
    document.addEventListener('visibilitychange', onVisible);
    return () => {
      isOver = true;
      clearTimeout(timer);
      document.removeEventListener('visibilitychange', onVisible);
    };
  }, [url, seconds]);
  return state;
}
