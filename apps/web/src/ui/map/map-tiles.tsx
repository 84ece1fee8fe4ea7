import { type MapSize, type MapViewport, maxZoom, worldSize } from './mercator.ts';

/** A server of map pictures: an address with {z}, {x} and {y}, and whom the pictures are from. */
export type MapTileSource = { url: string; attribution: string };

type MapTilesProps = { viewport: MapViewport; size: MapSize; source: MapTileSource };

/** The pictures that show the ground below a map. */
export function MapTiles({ viewport, size, source }: MapTilesProps) {
  const level = Math.max(0, Math.min(maxZoom, Math.round(viewport.zoom)));
  const count = 2 ** level;
  const side = worldSize(viewport.zoom) / count;
  const left = size.width / 2 - viewport.x * count * side;
  const top = size.height / 2 - viewport.y * count * side;
  const columns = range(Math.floor(-left / side), Math.floor((size.width - left) / side));
  const rows = range(Math.max(0, Math.floor(-top / side)), Math.min(count - 1, Math.floor((size.height - top) / side)));
  return (
    <div className="map-tiles" aria-hidden="true">
      {rows.flatMap((row) =>
        columns.map((column) => (
          <img
            key={`${level} ${column} ${row}`}
            alt=""
            draggable={false}
            // Servers of tiles want to know what page they work for, and get no more than its host.
            referrerPolicy="origin"
            src={addressOf(source.url, { level, column: ((column % count) + count) % count, row })}
            style={{
              width: Math.ceil(side),
              height: Math.ceil(side),
              transform: `translate(${Math.round(left + column * side)}px, ${Math.round(top + row * side)}px)`,
            }}
          />
        )),
      )}
    </div>
  );
}

const range = (first: number, last: number) =>
  Array.from({ length: Math.max(0, last - first + 1) }, (_, i) => first + i);

function addressOf(url: string, { level, column, row }: { level: number; column: number; row: number }): string {
  return url.replace('{z}', String(level)).replace('{x}', String(column)).replace('{y}', String(row));
}
