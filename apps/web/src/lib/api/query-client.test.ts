import { MutationObserver, notifyManager, onlineManager, QueryObserver } from '@tanstack/react-query';
import { afterEach, expect, test, vi } from 'vitest';
import { AppQueryClient } from './query-client.ts';

afterEach(() => onlineManager.setOnline(true));

const queryKey = ['devices'];

/** A server that responds when the test resolves a request, in their order. */
function heldServer() {
  const requests: ((response: string) => void)[] = [];
  return { requests, queryFn: () => new Promise<string>((resolve) => requests.push(resolve)) };
}

test('a list that changes during its first fetch is fetched again', async () => {
  const { requests, queryFn } = heldServer();
  const client = new AppQueryClient();
  const observer = new QueryObserver(client, { queryKey, queryFn });
  const unsubscribe = observer.subscribe(() => {});
  const invalidated = client.invalidateQueries({ queryKey });
  requests[0]?.('before the change');
  await expect.poll(() => requests.length).toBe(2);
  requests[1]?.('after the change');
  await invalidated;
  expect(client.getQueryData(queryKey)).toBe('after the change');
  unsubscribe();
});

test('a list that is fetched ahead of its page is stale when it changed meanwhile', async () => {
  const { requests, queryFn } = heldServer();
  const client = new AppQueryClient();
  const fetched = client.prefetchQuery({ queryKey, queryFn });
  const invalidated = client.invalidateQueries({ queryKey });
  requests[0]?.('before the change');
  await Promise.all([fetched, invalidated]);
  expect(client.getQueryState(queryKey)?.isInvalidated).toBe(true);
  expect(requests).toHaveLength(1);
});

test('a first fetch that fails keeps nobody waiting', async () => {
  let calls = 0;
  const client = new AppQueryClient();
  const queryFn = async () => {
    calls += 1;
    if (calls === 1) throw new Error('no network');
    return 'after the change';
  };
  const observer = new QueryObserver(client, { queryKey, queryFn, retry: false });
  const unsubscribe = observer.subscribe(() => {});
  await client.invalidateQueries({ queryKey });
  expect(client.getQueryData(queryKey)).toBe('after the change');
  unsubscribe();
});

test('responses that come together are reported in one go', async () => {
  const client = new AppQueryClient();
  const servers = [heldServer(), heldServer(), heldServer()];
  const reported: unknown[] = [];
  const asHooksDo = notifyManager.batchCalls<[{ data: unknown }]>;
  const unsubscribes = servers.map(({ queryFn }, number) =>
    new QueryObserver(client, { queryKey: [number], queryFn }).subscribe(
      asHooksDo(({ data }) => data && reported.push(data)),
    ),
  );
  // What is reported of their beginning.
  await new Promise((resolve) => setTimeout(resolve));
  const timers = vi.spyOn(globalThis, 'setTimeout');
  for (const { requests } of servers) requests[0]?.('there');
  await expect.poll(() => reported).toEqual(['there', 'there', 'there']);
  const flushes = timers.mock.calls.filter(([, delay = 0]) => delay === 0).length;
  timers.mockRestore();
  expect(flushes).toBe(1);
  for (const unsubscribe of unsubscribes) unsubscribe();
});

test('what is pressed without a network fails at once, and is not sent when the network is back', async () => {
  const client = new AppQueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();
  const mutationFn = vi.fn(() => Promise.reject(new Error('no network')));
  const wipe = new MutationObserver(client, { mutationFn });
  onlineManager.setOnline(false);
  const pressed = wipe.mutate().catch((error: Error) => error.message);
  await expect.poll(() => wipe.getCurrentResult().status).toBe('error');
  expect(await pressed).toBe('no network');
  onlineManager.setOnline(true);
  await client.resumePausedMutations();
  expect(mutationFn).toHaveBeenCalledOnce();
  client.unmount();
});

test('a page is fetched without a network too, because the server may be on this machine, and again when there is one', async () => {
  const client = new AppQueryClient({ defaultOptions: { queries: { retry: false } } });
  client.mount();
  onlineManager.setOnline(false);
  const queryFn = vi.fn(() => Promise.reject(new Error('no network')));
  const unsubscribe = new QueryObserver(client, { queryKey: ['page'], queryFn }).subscribe(() => undefined);
  await expect.poll(() => client.getQueryState(['page'])?.status).toBe('error');
  queryFn.mockResolvedValue('there' as never);
  onlineManager.setOnline(true);
  await expect.poll(() => client.getQueryData(['page'])).toBe('there');
  unsubscribe();
  client.unmount();
});
