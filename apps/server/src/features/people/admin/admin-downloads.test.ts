import { PassThrough } from 'node:stream';
import { beforeEach, expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { EventBus } from '../../../platform/bus/index.ts';
import { accountBlocked, accountChanged } from '../accounts/index.ts';
import { AdminDownloads } from './admin-downloads.ts';

let bus: EventBus;
let isAdmin: boolean | Promise<boolean>;
let downloads: AdminDownloads;
beforeEach(() => {
  bus = new EventBus({ log: silentLogger });
  isAdmin = true;
  const find = async () => ({ member: (await isAdmin) ? 'admin' : 'user' });
  const accounts = { changes: { mayBeUsed: () => true }, find };
  downloads = new AdminDownloads({ bus, clock: { now: () => 0 }, name: 'test', accounts });
});

const open = (ticket: string, read = async () => ({ stream: new PassThrough(), bytes: 1 })) =>
  downloads.open(ticket, 'file', read);

test.each([
  ['disabled or deleted', () => bus.publish(accountBlocked, { accountId: 1 })],
  ['made a user', () => bus.publish(accountChanged, { accountId: 1, member: 'user' })],
])('whose account is %s gets nothing more: no download under way, and none by a ticket', async (_how, change) => {
  const { stream } = await open(downloads.giveTicket('file', 1));
  const { stream: ofOther } = await open(downloads.giveTicket('file', 2));
  const unused = downloads.giveTicket('file', 1);
  change();
  await expect.poll(() => [stream.destroyed, ofOther.destroyed]).toEqual([true, false]);
  await expect(open(unused)).rejects.toMatchObject({ status: 403, why: { reason: 'download_expired' } });
});

test('who is disabled while another machine opens the file does not get it', async () => {
  const stream = new PassThrough();
  const opening = open(downloads.giveTicket('file', 1), async () => {
    isAdmin = false;
    return { stream, bytes: 1 };
  });
  await expect(opening).rejects.toMatchObject({ status: 403 });
  expect(stream.destroyed).toBe(true);
});

test('a stream that fails, or whose owner cannot be looked up, ends without harm', async () => {
  const stream = new PassThrough();
  const opening = open(downloads.giveTicket('file', 1), async () => {
    isAdmin = Promise.reject(new Error('The database is away'));
    stream.destroy(new Error('The file is gone'));
    return { stream, bytes: 1 };
  });
  await expect(opening).rejects.toThrow('The database is away');
  expect(stream.destroyed).toBe(true);
});

test('an administrator who stays one downloads on, once by each ticket', async () => {
  const ticket = downloads.giveTicket('file', 1);
  const { stream } = await open(ticket);
  bus.publish(accountChanged, { accountId: 1, member: 'admin' });
  await expect(open(ticket)).rejects.toMatchObject({ status: 403 });
  expect(stream.destroyed).toBe(false);
});
