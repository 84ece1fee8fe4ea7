import type { WidgetContent } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useState } from 'react';
import { WidgetFrame } from '../widget-frame.tsx';
import { admitPicture } from './embed-address.ts';
import { EmbedNotice, useEmbedOrigins } from './embedded.tsx';

type ImageWidgetProps = { content: Extract<WidgetContent, { type: 'image' }> };

/** A picture that is stored in the dashboard, or of a server that the operator admits. */
export function ImageWidget({ content: { title, url, fit, alt } }: ImageWidgetProps) {
  const origins = useEmbedOrigins();
  const [failed, setFailed] = useState<string | null>(null);
  const admission = admitPicture(url, origins, location.origin);
  return (
    <WidgetFrame title={title} className={`widget-image widget-image-${fit}`}>
      {admission === 'refused' || admission === 'broken' ? (
        <EmbedNotice address={url} admission={admission} />
      ) : failed === url ? (
        <p className="widget-nothing">{t`The picture did not load.`}</p>
      ) : (
        <img src={url} alt={alt || title} referrerPolicy="no-referrer" onError={() => setFailed(url)} />
      )}
    </WidgetFrame>
  );
}
