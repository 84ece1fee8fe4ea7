import { describe, expect, test } from 'vitest';
import { clustersOf, type MapMarker } from './clusters.ts';
import { graticule } from './graticule.ts';
import { fitting, fromScreen, moved, scaleBar, toPlace, toScreen, toWorld, worldSize, zoomed } from './mercator.ts';

const size = { width: 800, height: 600 };
const bangkok = { latitude: 13.7563, longitude: 100.5018 };
const marker = (id: string, latitude: number, longitude: number): MapMarker => ({
  id,
  name: id,
  place: { latitude, longitude },
  online: true,
});

describe('the projection', () => {
  test.each([bangkok, { latitude: -33.9, longitude: -179.9 }, { latitude: 0, longitude: 0 }])(
    'goes and returns',
    (place) => {
      const back = toPlace(toWorld(place));
      expect(back.latitude).toBeCloseTo(place.latitude, 9);
      expect(back.longitude).toBeCloseTo(place.longitude, 9);
    },
  );

  test('knows the tile of a place as map servers count them', () => {
    const { x, y } = toWorld(bangkok);
    // https://wiki.openstreetmap.org/wiki/Slippy_map_tilenames
    expect([Math.floor(x * 2 ** 10), Math.floor(y * 2 ** 10)]).toEqual([797, 472]);
  });

  test('shows all places with a margin, also across the date line', () => {
    const places = [
      { latitude: -18, longitude: 178 },
      { latitude: -17, longitude: -178 },
    ];
    const viewport = fitting(places, size);
    for (const place of places) {
      const { left, top } = toScreen(toWorld(place), viewport, size);
      expect(left).toBeGreaterThan(40);
      expect(left).toBeLessThan(760);
      expect(top).toBeGreaterThan(40);
      expect(top).toBeLessThan(560);
    }
    expect(viewport.zoom).toBeGreaterThan(5);
  });

  test('keeps what is under the pointer when it zooms, and follows the hand when it is moved', () => {
    const viewport = fitting([bangkok], size);
    const at = { left: 650, top: 120 };
    const before = fromScreen(at, viewport, size);
    const after = toScreen(before, zoomed(viewport, -3, { dx: at.left - 400, dy: at.top - 300 }), size);
    expect(after.left).toBeCloseTo(at.left, 3);
    expect(after.top).toBeCloseTo(at.top, 3);
    const carried = toScreen(before, moved(viewport, 30, -20), size);
    expect(carried.left).toBeCloseTo(680, 3);
    expect(carried.top).toBeCloseTo(100, 3);
  });

  test('measures a farm and a country', () => {
    expect(scaleBar({ ...toWorld({ latitude: 0, longitude: 0 }), zoom: 18 }, 110)).toMatchObject({ label: '50 m' });
    expect(scaleBar({ ...toWorld({ latitude: 0, longitude: 0 }), zoom: 6 }, 110).label).toBe('200 km');
    const near = scaleBar({ ...toWorld({ latitude: 60, longitude: 0 }), zoom: 6 }, 110);
    expect(near.label).toBe('100 km');
    expect(near.px).toBeLessThanOrEqual(110);
  });
});

describe('the net of degrees', () => {
  test('has round figures and a few lines at every zoom', () => {
    for (let zoom = 1; zoom <= 19; zoom++) {
      const { meridians, parallels } = graticule({ ...toWorld(bangkok), zoom }, size);
      expect(meridians.length, `${zoom}`).toBeGreaterThanOrEqual(1);
      expect(meridians.length, `${zoom}`).toBeLessThanOrEqual(9);
      expect(parallels.length, `${zoom}`).toBeLessThanOrEqual(9);
    }
    const labels = graticule({ ...toWorld(bangkok), zoom: 9 }, size).meridians.map(({ label }) => label);
    expect(labels).toContain('100.5° E');
  });
});

describe('clusters', () => {
  const many = Array.from({ length: 5000 }, (_, index) =>
    marker(`m${index}`, 13 + ((index * 7919) % 1000) / 500, 100 + ((index * 104_729) % 1000) / 500),
  );

  test('hold every marker once, at every zoom', () => {
    for (const zoom of [2, 6, 9, 12, 19]) {
      const ids = clustersOf(many, zoom).flatMap(({ markers }) => markers.map(({ id }) => id));
      expect(ids).toHaveLength(5000);
      expect(new Set(ids).size).toBe(5000);
    }
    expect(clustersOf(many, 2).length).toBeLessThan(4);
  });

  test('join what would cover each other and nothing else', () => {
    const zoom = 12;
    const degrees = (px: number) => (px / worldSize(zoom)) * 360;
    const list = [marker('a', 0, 0), marker('b', 0, degrees(20)), marker('c', 0, degrees(120))];
    expect(clustersOf(list, zoom).map(({ markers }) => markers.map(({ id }) => id))).toEqual([['a', 'b'], ['c']]);
    expect(clustersOf(list, zoom + 4)).toHaveLength(3);
  });
});
