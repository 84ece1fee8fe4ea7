import { useLayoutEffect, useRef, useState } from 'react';
import type { Place } from '../fields/place-fields.tsx';
import type { LandPiece } from './land.ts';
import { LandLayer } from './land-layer.ts';
import { coloursAt, densityOf, drawGraticule, drawTrack, type MapColours } from './map-drawing.ts';
import type { MapSize, MapViewport } from './mercator.ts';

type MapCanvasProps = {
  viewport: MapViewport;
  size: MapSize;
  /** Undefined where tiles show the ground. */
  land: readonly LandPiece[] | undefined;
  track: readonly Place[];
};

/** What of a map is drawn: land, the net of degrees, and a way. Its text alternative is the list of markers. */
export function MapCanvas({ viewport, size, land, track }: MapCanvasProps) {
  const landRef = useRef<HTMLCanvasElement>(null);
  const netRef = useRef<HTMLCanvasElement>(null);
  const layerRef = useRef<LandLayer>(null);
  const [colours, setColours] = useState<MapColours>();
  useLayoutEffect(() => {
    const canvas = netRef.current;
    if (!canvas) return;
    const read = () => setColours(coloursAt(canvas));
    read();
    // Another theme has other colours.
    const observer = new MutationObserver(read);
    observer.observe(document.documentElement, { attributeFilter: ['data-theme'] });
    return () => observer.disconnect();
  }, []);
  const hasLand = land !== undefined;
  useLayoutEffect(() => {
    if (!hasLand || !landRef.current) return;
    const layer = new LandLayer(landRef.current);
    layerRef.current = layer;
    return () => layer.stop();
  }, [hasLand]);
  // Before the frame, as the markers move in it too.
  useLayoutEffect(() => {
    if (!colours || !netRef.current) return;
    if (land) layerRef.current?.show({ viewport, size, land, colours });
    paintNet(netRef.current, { viewport, size, hasNet: land !== undefined, track, colours });
  }, [viewport, size, land, track, colours]);
  return (
    <div className="map-canvas" aria-hidden="true">
      {hasLand && <canvas ref={landRef} className="map-land" />}
      <canvas ref={netRef} />
    </div>
  );
}

type NetScene = { viewport: MapViewport; size: MapSize; hasNet: boolean; track: readonly Place[]; colours: MapColours };

function paintNet(canvas: HTMLCanvasElement, { viewport, size, hasNet, track, colours }: NetScene): void {
  const context = canvas.getContext('2d');
  if (!context) return;
  const density = densityOf(canvas);
  const [width, height] = [Math.round(size.width * density), Math.round(size.height * density)];
  // Another size empties the canvas, and takes new memory for it.
  if (canvas.width !== width || canvas.height !== height) Object.assign(canvas, { width, height });
  context.setTransform(density, 0, 0, density, 0, 0);
  context.clearRect(0, 0, size.width, size.height);
  const pen = { context, viewport, size, colours };
  if (hasNet) drawGraticule(pen);
  if (track.length > 0) drawTrack(pen, track);
}
