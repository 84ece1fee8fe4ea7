import { renderAsync } from '@resvg/resvg-js';
import { describe, expect, test } from 'vitest';
import { type Chart, chartSvg } from './chart-svg.ts';

const to = Date.parse('2026-11-21T14:00:00Z');
const hourMs = 3_600_000;
const from = to - 24 * hourMs;
const chart: Chart = {
  title: 'Temperature – Greenhouse',
  from,
  to,
  timeZone: 'Asia/Bangkok',
  language: 'en',
  unit: '°C',
  points: Array.from({ length: 48 }, (_, index) => [from + index * 30 * 60_000, 20 + (index % 12)]),
  limit: 30,
  activeFrom: to - 2 * hourMs,
  severity: 'critical',
};
const svgOf = (change: Partial<Chart> = {}) => chartSvg({ ...chart, ...change }) ?? '';
const lines = (svg: string) => /<path d="([^"]+)" fill="none"/.exec(svg)?.[1] ?? '';

describe('a chart', () => {
  test('has the line, the limit, the time of the alert, and the reader’s clock', () => {
    const svg = svgOf();
    expect(svg).toContain('Limit 30 °C');
    expect(lines(svg).match(/L/g)).toHaveLength(47);
    // 14:00 UTC is 21:00 in Bangkok.
    expect([...svg.matchAll(/>(\d\d:00)</g)].map(([, clock]) => clock)).toEqual(['00:00', '06:00', '12:00', '18:00']);
    const band = /<rect x="([\d.]+)" y="92" width="([\d.]+)"/.exec(svg)?.slice(1).map(Number) ?? [];
    expect(band[0]).toBeCloseTo(84 + (848 * 22) / 24, 0);
  });

  test('is in the language of the reader', () => {
    const svg = svgOf({ language: 'th', title: 'ระดับน้ำ' });
    expect(svg).toContain('24 ชั่วโมงที่ผ่านมา, °C');
    expect(svg).toContain('เกณฑ์ 30 °C');
    expect(svg).not.toMatch(/Last|Limit/);
    // A sara am of one sign would lie under the next letter.
    expect(svg).toContain('ระดับน\u0e4d\u0e49\u0e32');
  });

  test('draws a gap as a gap', () => {
    const points = chart.points.filter(([at]) => at < from + 4 * hourMs || at > from + 9 * hourMs);
    expect(lines(svgOf({ points })).match(/M/g)).toHaveLength(2);
    const hourly = chart.points.filter((_, index) => index % 2 === 0);
    expect(lines(svgOf({ points: hourly })).match(/M/g)).toHaveLength(1);
  });

  test('is none without a line', () => {
    expect(chartSvg({ ...chart, points: [] })).toBeUndefined();
    expect(chartSvg({ ...chart, points: chart.points.slice(0, 1) })).toBeUndefined();
  });

  test.each([
    ['the same value all day', { points: chart.points.map(([at]) => [at, 0] as const), limit: null }],
    ['tiny values', { points: chart.points.map(([at, value]) => [at, value * 1e-9] as const), limit: null }],
    ['huge values', { points: chart.points.map(([at, value]) => [at, value * 1e12] as const), limit: -1e12 }],
    ['an alert from before', { activeFrom: 0 }],
    ['names that would be markup', { title: '</text><image href="file:///etc/passwd"/>\u0000&', unit: '<b>' }],
  ])('can be drawn of %s', async (_, change) => {
    const svg = svgOf(change as Partial<Chart>);
    expect(svg).not.toMatch(/NaN|Infinity|<image|<b>/);
    const { width, height } = await renderAsync(svg, { font: { loadSystemFonts: false } });
    expect([width, height]).toEqual([960, 480]);
  });
});
