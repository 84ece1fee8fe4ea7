import { useEffect, useRef } from 'react';
import type { Place } from '../place-fields.tsx';
import type { LandPiece } from './land.ts';
import { coloursAt, drawGraticule, drawLand, drawTrack } from './map-drawing.ts';
import type { MapLook, MapSize } from './mercator.ts';

type MapCanvasProps = {
  look: MapLook;
  size: MapSize;
  /** Undefined where tiles show the ground. */
  land: readonly LandPiece[] | undefined;
  track: readonly Place[];
};

/** What of a map is drawn: land, the net of degrees, and a way. Its text alternative is the list of markers. */
export function MapCanvas({ look, size, land, track }: MapCanvasProps) {
  const canvasRef = useRef<HTMLCanvasElement>(null);
  useEffect(() => {
    const canvas = canvasRef.current;
    if (!canvas) return;
    const draw = () => paint(canvas, { look, size, land, track });
    draw();
    // Another theme has other colours.
    const observer = new MutationObserver(draw);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, [look, size, land, track]);
  return (
    <div className="map-canvas" aria-hidden="true">
      <canvas ref={canvasRef} />
    </div>
  );
}

function paint(canvas: HTMLCanvasElement, { look, size, land, track }: MapCanvasProps): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const density = window.devicePixelRatio || 1;
  canvas.width = Math.round(size.width * density);
  canvas.height = Math.round(size.height * density);
  context.scale(density, density);
  const pen = { context, look, size, colours: coloursAt(canvas) };
  if (land) {
    drawLand(pen, land);
    drawGraticule(pen);
  }
  if (track.length > 0) drawTrack(pen, track);
}
