import type { Feature, FeatureCollection, MultiPolygon, Polygon, Position } from 'geojson';
import { useEffect, useState } from 'react';
import fineUrl from 'world-atlas/countries-50m.json?url';
import coarseUrl from 'world-atlas/countries-110m.json?url';
import { toWorld } from './mercator.ts';

/** A piece of land: its outline and the lakes in it as x, y, x, y … of the world, and the box around it. */
export type LandPiece = {
  rings: readonly Float64Array[];
  west: number;
  east: number;
  north: number;
  south: number;
};

/** From this zoom on the coarse outlines look wrong. */
const fineFromZoom = 3.5;
const pending = new Map<string, Promise<readonly LandPiece[]>>();

/** Countries of Natural Earth (public domain) as npm package `world-atlas` packs them, in the detail that a zoom needs. */
export function useLand(zoom: number, wanted: boolean): readonly LandPiece[] {
  const [land, setLand] = useState<readonly LandPiece[]>([]);
  const url = zoom < fineFromZoom ? coarseUrl : fineUrl;
  useEffect(() => {
    let current = wanted;
    // Without outlines the map still has its net, scale and markers.
    if (wanted) void loadOnce(url).then((pieces) => current && setLand(pieces), ignore);
    return () => {
      current = false;
    };
  }, [url, wanted]);
  return land;
}

const ignore = () => undefined;

function loadOnce(url: string): Promise<readonly LandPiece[]> {
  const known = pending.get(url);
  if (known !== undefined) return known;
  const loading = load(url).catch((error: unknown) => {
    pending.delete(url);
    throw error;
  });
  pending.set(url, loading);
  return loading;
}

async function load(url: string): Promise<readonly LandPiece[]> {
  const [{ feature }, response] = await Promise.all([import('topojson-client'), fetch(url)]);
  if (!response.ok) throw new Error(`The outlines of the land answered ${response.status}.`);
  const topology = await response.json();
  const { features } = feature(topology, topology.objects.countries) as unknown as FeatureCollection;
  return features.flatMap(piecesOf);
}

function piecesOf({ geometry }: Feature): LandPiece[] {
  if (geometry.type === 'Polygon') return [pieceOf(geometry.coordinates)];
  return geometry.type === 'MultiPolygon' ? geometry.coordinates.map(pieceOf) : [];
}

function pieceOf(polygon: Polygon['coordinates'] | MultiPolygon['coordinates'][number]): LandPiece {
  const rings = polygon.map(ringOf);
  const outline = rings[0] ?? new Float64Array();
  const xs = outline.filter((_, index) => index % 2 === 0);
  const ys = outline.filter((_, index) => index % 2 === 1);
  const maxOf = (list: Float64Array) => list.reduce((a, b) => Math.max(a, b), 0);
  const least = (list: Float64Array) => list.reduce((a, b) => Math.min(a, b), 1);
  return { rings, west: least(xs), east: maxOf(xs), north: least(ys), south: maxOf(ys) };
}

function ringOf(ring: readonly Position[]): Float64Array {
  return Float64Array.from(
    ring.flatMap(([longitude = 0, latitude = 0]) => {
      const { x, y } = toWorld({ latitude, longitude });
      return [x, y];
    }),
  );
}
