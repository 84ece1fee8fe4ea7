import { useMemo } from 'react';
import './qr-code.css';
import { qrPath } from './qr-path.ts';

type QrCodeProps = { text: string; label: string };

/** A text to scan; dark on light in both themes, because not every app reads it the other way round. */
export function QrCode({ text, label }: QrCodeProps) {
  const { path, size } = useMemo(() => qrPath(text), [text]);
  return (
    <div className="qr-code" data-theme="light">
      <svg viewBox={`0 0 ${size} ${size}`} role="img" aria-label={label} shapeRendering="crispEdges">
        <path d={path} />
      </svg>
    </div>
  );
}
