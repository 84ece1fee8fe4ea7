import { expect, test } from 'vitest';
import { HomeNetworks } from './home-networks.ts';
import { JoinRequestLimits } from './join-request-limits.ts';

async function taken(
  limits: JoinRequestLimits,
  count: number,
  request: (n: number) => { accountId: number; address: string },
) {
  let letIn = 0;
  for (let n = 0; n < count; n += 1) {
    const { accountId, address } = request(n);
    if (await limits.take(accountId, address)) letIn += 1;
  }
  return letIn;
}

test('a network uses up its own share of an account, and no other network’s', async () => {
  const limits = new JoinRequestLimits(new HomeNetworks());
  expect(await taken(limits, 60, () => ({ accountId: 1, address: '192.0.2.1' }))).toBe(20);
  expect(await limits.take(1, '192.0.2.2')).toBe(true);
});

test('addresses within one IPv6 network are one visitor', async () => {
  const limits = new JoinRequestLimits(new HomeNetworks());
  expect(await taken(limits, 60, (n) => ({ accountId: 1, address: `2001:db8:0:1::${n.toString(16)}` }))).toBe(20);
});

test('a network has a share of all accounts together too', async () => {
  const limits = new JoinRequestLimits(new HomeNetworks());
  expect(await taken(limits, 400, (n) => ({ accountId: n, address: '192.0.2.1' }))).toBe(300);
});

test('strangers of many networks are bounded together, and leave the account’s own networks their room', async () => {
  const homes = new HomeNetworks();
  homes.note(1, '198.51.100.7');
  const limits = new JoinRequestLimits(homes);
  expect(await taken(limits, 100, (n) => ({ accountId: 1, address: `192.0.2.${n}` }))).toBe(60);
  expect(await limits.take(1, '198.51.100.7')).toBe(true);
  expect(await limits.take(2, '192.0.2.1')).toBe(true);
});

test('the networks that were seen longest ago are forgotten', () => {
  const homes = new HomeNetworks();
  for (let n = 1; n <= 20; n += 1) homes.note(1, `192.0.2.${n}`);
  homes.note(1, '192.0.2.1');
  homes.note(1, '192.0.2.21');
  expect(['192.0.2.1', '192.0.2.2', '192.0.2.21'].map((address) => homes.has(1, address))).toEqual([true, false, true]);
  expect(homes.has(2, '192.0.2.1')).toBe(false);
});
