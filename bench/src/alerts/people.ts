import type pg from 'pg';
import { type MessageServices, serviceKinds } from './message-services.ts';

/** Accounts beside that of the bench. */
export async function insertPeople(database: pg.Pool, count: number): Promise<void> {
  await database.query(
    `INSERT INTO accounts (email, confirmed_at)
     SELECT 'person-' || number || '@example.com', now() FROM generate_series(1, $1) AS number`,
    [count],
  );
}

/** Gives each of these people so many contacts of each service. */
export async function insertContacts(
  database: pg.Pool,
  { targets }: MessageServices,
  ofService: number,
): Promise<void> {
  for (const kind of serviceKinds) {
    await database.query(
      `INSERT INTO contact_points (account_id, kind, name, target, created_at)
       SELECT id, $1, $1 || ' ' || number, replace($2, '{contact}', id || '0' || number)::jsonb, 0
       FROM accounts, generate_series(1, $3) AS number WHERE email LIKE 'person-%'`,
      [kind, JSON.stringify(targets[kind]), ofService],
    );
  }
}

/** Shares all devices with these people, who may acknowledge alerts. The server reads that at its next start. */
export async function shareDevices(database: pg.Pool): Promise<void> {
  await database.query(
    `INSERT INTO shares (kind, device_id, email, account_id, role, created_at)
     SELECT 'share', devices.id, accounts.email, accounts.id, 'operator', 0
     FROM devices, accounts WHERE accounts.email LIKE 'person-%'`,
  );
}
