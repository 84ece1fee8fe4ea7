import type { WidgetContent } from '@cyno/contract';
import { WidgetFrame } from '../widget-frame.tsx';
import { admitPage } from './embed-address.ts';
import { EmbedNotice, useEmbedOrigins } from './embedded.tsx';

type FrameWidgetProps = { content: Extract<WidgetContent, { type: 'frame' }> };

/** A page of another server in a sandbox: it may run, but neither lead this page elsewhere nor open windows that are not boxed in. */
export function FrameWidget({ content: { title, url } }: FrameWidgetProps) {
  const origins = useEmbedOrigins();
  const admission = admitPage(url, origins, location.origin);
  return (
    <WidgetFrame title={title} className="widget-embed">
      {admission === 'allowed' ? (
        <iframe
          src={url}
          title={title}
          sandbox="allow-scripts allow-same-origin allow-forms allow-popups"
          referrerPolicy="no-referrer"
          loading="lazy"
        />
      ) : (
        <EmbedNotice address={url} admission={admission} />
      )}
    </WidgetFrame>
  );
}
