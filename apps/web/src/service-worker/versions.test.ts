import { expect, it, vi } from 'vitest';
import { createVersions, type OpenPage } from './versions.ts';

const script = '/assets/index-2.js';
const earlier = '/assets/index-1.js';
const newPage = (id: string) => ({ id, postMessage: vi.fn<OpenPage['postMessage']>() });

function waitingWorker(...openPages: OpenPage[]) {
  const takeOver = vi.fn<() => Promise<void>>(async () => undefined);
  const isOwn = (path: string) => path === script;
  const report = createVersions({ isOwn, openPages: async () => openPages, takeOver, pause: async () => undefined });
  return { takeOver, report };
}

it('takes over when the only page is of its version', async () => {
  const page = newPage('a');
  const { takeOver, report } = waitingWorker(page);
  await report(page, script);
  expect(takeOver).toHaveBeenCalledOnce();
  expect(page.postMessage).not.toHaveBeenCalled();
});

it('tells a page of an earlier version, which keeps its worker', async () => {
  const page = newPage('a');
  const { takeOver, report } = waitingWorker(page);
  await report(page, earlier);
  expect(page.postMessage.mock.calls).toEqual([[{ type: 'newer-version' }]]);
  expect(takeOver).not.toHaveBeenCalled();
});

it('takes over from two pages when both are of its version, and not before', async () => {
  const [page, other] = [newPage('a'), newPage('b')];
  const { takeOver, report } = waitingWorker(page, other);
  await report(page, script);
  expect(other.postMessage.mock.calls).toEqual([[{ type: 'which-version' }]]);
  await report(other, earlier);
  expect(takeOver).not.toHaveBeenCalled();
  await report(other, script);
  expect(takeOver).toHaveBeenCalledOnce();
});

it('asks again after the browser has ended it meanwhile', async () => {
  const [page, other] = [newPage('a'), newPage('b')];
  await waitingWorker(page, other).report(page, script);
  const { takeOver, report } = waitingWorker(page, other);
  await report(other, script);
  expect(page.postMessage.mock.calls).toEqual([[{ type: 'which-version' }]]);
  await report(page, script);
  expect(takeOver).toHaveBeenCalledOnce();
});

it('takes over from a page that was still listed while it went, and did not respond', async () => {
  const pages = [newPage('a'), newPage('b')];
  const [, page] = pages;
  const takeOver = vi.fn<() => Promise<void>>(async () => undefined);
  const report = createVersions({
    isOwn: (path) => path === script,
    openPages: async () => pages,
    takeOver,
    pause: async () => pages.shift(),
  });
  if (page) await report(page, script);
  expect(takeOver).toHaveBeenCalledOnce();
});
