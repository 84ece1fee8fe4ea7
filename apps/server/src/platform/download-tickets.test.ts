import { expect, test } from 'vitest';
import { DownloadTickets } from './download-tickets.ts';

const clock = { at: 0, now: () => clock.at };

test('a ticket is for one file, once, within a minute', () => {
  const tickets = new DownloadTickets(clock);
  const [first, second, third] = [tickets.give('a', 1), tickets.give('a', 1), tickets.give('a', 1)];
  expect([tickets.redeem(first, 'a'), tickets.redeem(first, 'a')]).toEqual([1, undefined]);
  expect(tickets.redeem(second, 'b')).toBeUndefined();
  clock.at += 60_000;
  expect(tickets.redeem(third, 'a')).toBeUndefined();
});

test('anyone who requests very many ends their own, and nobody else his', () => {
  const tickets = new DownloadTickets(clock);
  const waiting = tickets.give('a', 1);
  const many = Array.from({ length: 2_000 }, () => tickets.give('a', 2));
  expect(tickets.redeem(waiting, 'a')).toBe(1);
  expect(many.filter((ticket) => tickets.redeem(ticket, 'a') === 2)).toEqual(many.slice(-20));
});

test('all of an account end with it', () => {
  const tickets = new DownloadTickets(clock);
  const [own, other] = [tickets.give('a', 1), tickets.give('a', 2)];
  tickets.endOf(1);
  expect([tickets.redeem(own, 'a'), tickets.redeem(other, 'a')]).toEqual([undefined, 2]);
});
