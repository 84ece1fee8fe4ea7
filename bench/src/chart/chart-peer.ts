import { readFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import { fileURLToPath } from 'node:url';
import type { BenchServer } from '../server.ts';

/** A page with nothing but uPlot, and how to end it. */
export type ChartPeer = { http: string; stop(): void };

/** Ranges as the product names them, with their lengths in days. */
const page = `<!doctype html><title>peer</title><style>#chart { height: 340px }</style>
<link rel="stylesheet" href="/uplot.css"><script src="/uplot.js"></script><div id="ranges"></div><div id="chart"></div><script>
  const day = 86400000;
  let view, plot, frame = 0;
  async function show(days) {
    const ends = Date.now();
    view = { from: ends - days * day, to: ends };
    const { times, series } = await (await fetch('/history?from=' + view.from + '&to=' + view.to)).json();
    const lines = Object.values(series);
    const data = [times, ...lines.flatMap(({ value, min, max }) => min && max ? [max, min, value] : [value])];
    const shape = lines.map(({ min }) => min ? 3 : 1).join();
    if (plot && plot.shape === shape) return plot.setData(data);
    plot?.destroy();
    const colours = ['#2a78d6', '#b9591f', '#2d8a4e', '#8a4fc9'];
    const edge = { width: 0, points: { show: false } }, bands = [], all = [{}];
    lines.forEach(({ min }, index) => {
      if (min) { bands.push({ series: [all.length, all.length + 1], fill: colours[index] + '33' }); all.push(edge, edge); }
      all.push({ stroke: colours[index], width: 1.75, points: { show: false } });
    });
    plot = new uPlot({ width: 1080, height: 340, ms: 1, cursor: { show: false }, legend: { show: false }, bands,
      scales: { x: { range: () => [view.from, view.to] } }, series: all }, data, document.getElementById('chart'));
    plot.shape = shape;
  }
  for (const [name, days] of [['6 h', 0.25], ['24 h', 1], ['7 days', 7], ['30 days', 30]]) {
    const button = document.createElement('button');
    button.textContent = name;
    button.onclick = () => show(days);
    document.getElementById('ranges').append(button);
  }
  document.getElementById('chart').addEventListener('wheel', (event) => {
    event.preventDefault();
    const factor = Math.exp(event.deltaY * 0.01), pivot = (view.from + view.to) / 2, half = factor * (view.to - view.from) / 2;
    view = { from: pivot - half, to: pivot + half };
    frame ||= requestAnimationFrame(() => { frame = 0; plot.redraw(true, true); });
  }, { passive: false });
  show(1);
</script>`;

/** Serves the page; its histories come from the product's own server, so that both wait for the same responses. */
export async function startChartPeer(server: BenchServer, espid: string, points: number): Promise<ChartPeer> {
  const file = (url: string) => readFile(fileURLToPath(url));
  const files: Record<string, { type: string; content: string | Buffer }> = {
    '/': { type: 'text/html', content: page },
    '/uplot.js': { type: 'text/javascript', content: await file(import.meta.resolve('uplot/dist/uPlot.iife.min.js')) },
    '/uplot.css': { type: 'text/css', content: await file(import.meta.resolve('uplot/dist/uPlot.min.css')) },
  };
  const http = createServer(async ({ url = '' }, response) => {
    const { pathname, search } = new URL(url, 'http://peer');
    const found = files[pathname];
    if (found) return response.setHeader('content-type', found.type).end(found.content);
    if (pathname !== '/history') return response.writeHead(404).end();
    const result = await fetch(`${server.http}/api/device/${espid}/history${search}&points=${points}`, {
      headers: { authorization: `Bearer ${server.token}` },
    });
    return response.setHeader('content-type', 'application/json').end(await result.text());
  });
  await new Promise<void>((resolve) => http.listen(0, '127.0.0.1', resolve));
  const address = http.address();
  const port = typeof address === 'object' && address ? address.port : 0;
  return { http: `http://127.0.0.1:${port}/`, stop: () => http.close() };
}
