import type { ReactNode } from 'react';
import type { Place } from '../fields/place-fields.tsx';
import { toWorld, type WorldPoint, worldSize } from './mercator.ts';

/** Something with a name at a place. */
export type MapMarker = {
  id: string;
  name: string;
  place: Place;
  /** Null: it has no state. */
  online: boolean | null;
  /** What stands beside it, such as a sign of an alert. */
  mark?: ReactNode;
};

/** Markers that stand so close that they are drawn as one; `at` is their middle. */
export type MapCluster = { id: string; at: WorldPoint; markers: readonly MapMarker[] };

const reachPx = 44;

/** Joins markers that would cover each other at a zoom; every marker is in exactly one cluster. */
export function clustersOf(markers: readonly MapMarker[], zoom: number): MapCluster[] {
  const cell = reachPx / worldSize(zoom);
  const points = markers.map((marker) => ({ marker, at: toWorld(marker.place) }));
  const cells = Map.groupBy(points, ({ at }) => cellName(Math.floor(at.x / cell), Math.floor(at.y / cell)));
  const taken = new Set<string>();
  const clusters: MapCluster[] = [];
  for (const { marker, at } of points) {
    if (taken.has(marker.id)) continue;
    const [column, row] = [Math.floor(at.x / cell), Math.floor(at.y / cell)];
    const near = around.flatMap(([dx, dy]) => cells.get(cellName(column + dx, row + dy)) ?? []);
    const together = near.filter(
      (other) => !taken.has(other.marker.id) && Math.hypot(other.at.x - at.x, other.at.y - at.y) <= cell,
    );
    for (const other of together) taken.add(other.marker.id);
    clusters.push({ id: marker.id, at: middleOf(together.map((other) => other.at)), markers: together.map(markerOf) });
  }
  return clusters;
}

const around = [-1, 0, 1].flatMap((dx) => [-1, 0, 1].map((dy) => [dx, dy] as const));
const cellName = (column: number, row: number) => `${column} ${row}`;
const markerOf = ({ marker }: { marker: MapMarker }) => marker;

function middleOf(points: readonly WorldPoint[]): WorldPoint {
  const sum = points.reduce((total, { x, y }) => ({ x: total.x + x, y: total.y + y }), { x: 0, y: 0 });
  return { x: sum.x / points.length, y: sum.y / points.length };
}
