import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest';
import { testCore } from '../../../../test/core.ts';
import { createTestDatabase, type TestDatabase } from '../../../../test/database.ts';
import type { BoardMessage, BoardSession } from '../../../platform/broker/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Admin, AuditEntry } from '../../people/admin/index.ts';
import type { ControlFeature } from '../control/index.ts';
import { createDevices } from '../devices/index.ts';
import { createPairing } from '../pairing/index.ts';
import { createBoardClaims } from './index.ts';

const dayMs = 24 * 3600 * 1000;
const overLimit = { planName: 'Free', devices: 0, newPerHour: 60 };
const limit = { planName: 'Self-hosted', devices: null, newPerHour: null };
const clock = { at: Date.now(), now: () => clock.at };
const notified: string[] = [];
const recorded: string[] = [];
let db: TestDatabase;
let made: ReturnType<typeof createDevices>;
let pairing: ReturnType<typeof createPairing>['pairing'];
let claims: ReturnType<typeof createBoardClaims>;
let [holder, claimant] = [0, 0];
let serial = 0;
let espid = '';
let full: number | undefined;
/** When the holder was there last; without mail that is how they learn of a claim. */
let holderCameAt = 0;

beforeAll(async () => {
  db = await createTestDatabase();
  const { rows } = await db.database.pool.query<{ id: number }>(
    `insert into accounts (email) values ('ann@example.com'), ('bob@example.com') returning id`,
  );
  [holder, claimant] = rows.map(({ id }) => id) as [number, number];
  await db.database.pool.query(`insert into connection_keys (account_id, key) values ($1, 'KEY')`, [claimant]);
  const core = testCore({ database: db.database, clock });
  const plans = { deviceCapacity: (accountId: number) => (accountId === full ? overLimit : limit) };
  made = createDevices(core, { accounts: { timeZoneOf: () => 'UTC' }, plans, variablesOf: () => [] });
  const accounts = {
    deletion: { onRemoving: () => undefined },
    sendsMail: false,
    wasSeenSince: async (accountId: number, at: Date) => accountId === holder && holderCameAt > at.getTime(),
    find: async (accountId: number) => ({ email: `account ${accountId}` }),
    notices: {
      claims: {
        claimed: (accountId: number) => void notified.push(`${accountId} claimed`),
        lost: (accountId: number) => void notified.push(`${accountId} lost`),
        decided: (accountId: number, { granted }: { granted: boolean }) =>
          void notified.push(`${accountId} ${granted ? 'granted' : 'refused'}`),
      },
    },
  } as unknown as Accounts;
  const control = { mqtt: { accepted: () => undefined } } as unknown as ControlFeature;
  const record = async ({ action, actor }: AuditEntry) => void recorded.push(`${action} by ${actor.name}`);
  const admin = { audit: { record } } as unknown as Admin;
  ({ pairing } = createPairing(core, { accounts, devices: made, control }));
  claims = createBoardClaims(core, { accounts, admin, devices: made, pairing, variablesOf: () => [] });
});
afterAll(async () => {
  await made.stop();
  await db.drop();
});
beforeEach(() => {
  serial += 1;
  espid = `ESP-${serial}`;
  full = undefined;
  holderCameAt = Number.POSITIVE_INFINITY;
  for (const list of [notified, recorded]) list.length = 0;
});

/** A device whose board was last seen so long ago, and a claim of it. */
async function openClaim({ seenDaysAgo }: { seenDaysAgo: number }) {
  const device = await made.devices.add({ accountId: holder, espid, verifiedKeyId: null });
  if (!device) throw new Error('The device was not added.');
  made.devices.spoke(device, clock.at - seenDaysAgo * dayMs);
  device.lastSeenAt = clock.at - seenDaysAgo * dayMs;
  await pairing.requestJoin(claimant, { espid, ip: '192.0.2.1', proved: true });
  await claims.start(claimant, espid);
  const before = notified.length;
  hear();
  await expect.poll(state).toBe('open');
  // That is written down before its holder is notified.
  await expect.poll(() => notified).toHaveLength(before + 1);
  return device;
}
function hear() {
  const session = { accountId: claimant, espid, deviceId: null } as BoardSession;
  claims.heard(session, { subtopic: 'get/init', payload: Buffer.alloc(0) } as BoardMessage);
}
const state = async () => (await claims.list(claimant)).made.find((claim) => claim.espid === espid)?.state;
const ownerOf = () => made.devices.find(espid)?.accountId;

describe('when the time to object is over', () => {
  test('a board that was not seen for a month goes to who claims it', async () => {
    await openClaim({ seenDaysAgo: 40 });
    expect(notified).toEqual([`${holder} claimed`]);
    clock.at += 3 * dayMs - 1;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['open', holder]);
    clock.at += 1;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['granted', claimant]);
    expect(notified.slice(1)).toEqual([`${holder} lost`, `${claimant} granted`]);
    expect(recorded.at(-1)).toBe('claim.granted by server');
  });

  test('a board that was seen lately goes to nobody without an administrator', async () => {
    await openClaim({ seenDaysAgo: 29 });
    clock.at += 3 * dayMs;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['disputed', holder]);
    clock.at += 30 * dayMs;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['disputed', holder]);
  });

  test('a board whose holder could not learn of the claim goes to nobody without an administrator', async () => {
    holderCameAt = clock.at - 1;
    await openClaim({ seenDaysAgo: 40 });
    clock.at += 3 * dayMs;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['disputed', holder]);
    expect(recorded).not.toContain('claim.granted by server');
  });

  test('a board whose holder was there since and did not respond goes to who claims it', async () => {
    await openClaim({ seenDaysAgo: 40 });
    holderCameAt = clock.at + dayMs;
    clock.at += 3 * dayMs;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['granted', claimant]);
  });

  test('a board that its holder’s address saw meanwhile goes to nobody without an administrator', async () => {
    const device = await openClaim({ seenDaysAgo: 90 });
    clock.at += 2 * dayMs;
    made.devices.seen(device, clock.at);
    clock.at += dayMs;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['disputed', holder]);
  });

  test('who has no room for the device gets it as soon as there is', async () => {
    await openClaim({ seenDaysAgo: 90 });
    full = claimant;
    clock.at += 3 * dayMs;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['open', holder]);
    full = undefined;
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['granted', claimant]);
  });

  test('a board that could not be taken from its holder when it was granted is taken later, and can be nothing else', async () => {
    const { id } = await openClaim({ seenDaysAgo: 90 });
    clock.at += 3 * dayMs;
    vi.spyOn(made.devices, 'remove').mockRejectedValueOnce(new Error('The database is away.'));
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['granted', holder]);
    expect(notified).toEqual([`${holder} claimed`]);
    const claim = (await claims.list(claimant)).made.find((one) => one.espid === espid);
    await expect(claims.withdraw(claimant, claim?.id ?? 0)).rejects.toMatchObject({ status: 409 });
    const actor = { id: null, name: 'admin', ip: null };
    for (const to of ['claimant', 'holder'] as const) {
      await expect(claims.decide(actor, claim?.id ?? 0, { to })).rejects.toMatchObject({ status: 409 });
    }
    await claims.decideDue();
    expect([await state(), ownerOf()]).toEqual(['granted', claimant]);
    expect(made.devices.findById(id)).toBeUndefined();
    expect(notified.slice(1)).toEqual([`${holder} lost`, `${claimant} granted`]);
    expect(recorded.filter((entry) => entry.startsWith('claim.granted'))).toHaveLength(1);
    await claims.decideDue();
    expect(notified).toHaveLength(3);
  });

  test('a granted board whose holder deleted it meanwhile stays granted', async () => {
    await openClaim({ seenDaysAgo: 90 });
    clock.at += 3 * dayMs;
    vi.spyOn(made.devices, 'remove').mockRejectedValueOnce(new Error('The database is away.'));
    await claims.decideDue();
    await made.devices.remove(holder, espid);
    await claims.decideDue();
    await claims.decideDue();
    expect(await state()).toBe('granted');
  });

  test('a device that its holder deleted is claimed no more', async () => {
    await openClaim({ seenDaysAgo: 90 });
    await made.devices.remove(holder, espid);
    clock.at += 3 * dayMs;
    await claims.decideDue();
    expect(await state()).toBe('withdrawn');
  });
});

describe('a claim that an administrator is to decide', () => {
  /** The disputed claim of a device. */
  async function disputedClaim() {
    const device = await openClaim({ seenDaysAgo: 1 });
    clock.at += 3 * dayMs;
    await claims.decideDue();
    expect(await state()).toBe('disputed');
    return device;
  }

  test('ends with the device that its holder deletes', async () => {
    await disputedClaim();
    await made.devices.remove(holder, espid);
    await claims.decideDue();
    expect(await state()).toBe('withdrawn');
  });

  test('ends when the holder hands the device over to who claims it', async () => {
    const device = await disputedClaim();
    await made.devices.handOver(device, claimant, async () => {
      await db.database.pool.query('update devices set account_id = $1 where id = $2', [claimant, device.id]);
      return { order: serial, verifiedKeyId: null };
    });
    await claims.decideDue();
    expect(await state()).toBe('withdrawn');
  });
});

test('a board that is not heard within ten minutes proves nothing', async () => {
  const device = await made.devices.add({ accountId: holder, espid, verifiedKeyId: null });
  if (device) made.devices.spoke(device, clock.at);
  await pairing.requestJoin(claimant, { espid, ip: '192.0.2.1', proved: true });
  await claims.start(claimant, espid);
  clock.at += 10 * 60_000;
  hear();
  expect(await state()).toBeUndefined();
  expect(recorded).toEqual([]);
});

test('five boards can be claimed at a time', async () => {
  const other = claimant;
  await db.database.pool.query(`update board_claims set decided_at = now() where claimant_id = $1`, [other]);
  for (let n = 0; n < 5; n += 1) {
    await openClaim({ seenDaysAgo: 1 });
    serial += 1;
    espid = `ESP-${serial}`;
  }
  await expect(openClaim({ seenDaysAgo: 1 })).rejects.toMatchObject({ status: 403, code: 'limit_reached' });
});
