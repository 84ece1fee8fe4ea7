import { sql } from 'drizzle-orm';
import { bigint, index, integer, pgTable, smallint, text, uniqueIndex } from 'drizzle-orm/pg-core';
import { accounts } from './accounts.ts';
import { bytes } from './columns.ts';
import { devices } from './devices.ts';

const ms = (name: string) => bigint(name, { mode: 'number' });

/** Firmware of an account. What is read from the header of the image stands beside what its owner typed. */
export const firmwareImages = pgTable(
  'firmware_images',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    fileName: text('file_name').notNull(),
    version: text().notNull(),
    notes: text().notNull(),
    family: text({ enum: ['esp8266', 'esp32', 'esp32-s2', 'esp32-s3', 'esp32-c3', 'other'] }).notNull(),
    bytes: integer().notNull(),
    flashBytes: integer('flash_bytes'),
    md5: text().notNull(),
    sha256: text().notNull(),
    uploadedAt: ms('uploaded_at').notNull(),
  },
  (table) => [index('firmware_images_account').on(table.accountId, table.id)],
);

/** The images themselves, apart from what lists need of them. */
export const firmwareFiles = pgTable('firmware_files', {
  imageId: integer('image_id')
    .primaryKey()
    .references(() => firmwareImages.id, { onDelete: 'cascade' }),
  content: bytes().notNull(),
});

/** One image on its way to one or many boards. */
export const rollouts = pgTable(
  'rollouts',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    accountId: integer('account_id')
      .notNull()
      .references(() => accounts.id, { onDelete: 'cascade' }),
    imageId: integer('image_id').references(() => firmwareImages.id, { onDelete: 'set null' }),
    /** What the image was called, for the history after it was deleted. */
    fileName: text('file_name').notNull(),
    version: text().notNull(),
    strategy: text({ enum: ['all', 'first_then_rest'] }).notNull(),
    state: text({ enum: ['running', 'finished', 'stopped'] }).notNull(),
    reason: text(),
    by: text().notNull(),
    createdAt: ms('created_at').notNull(),
  },
  (table) => [index('rollouts_account').on(table.accountId, table.id)],
);

/** The update of one board. `tokenHash`: SHA-256 (hex) of the one-time part of the download's address. */
export const firmwareJobs = pgTable(
  'firmware_jobs',
  {
    id: integer().primaryKey().generatedAlwaysAsIdentity(),
    rolloutId: integer('rollout_id')
      .notNull()
      .references(() => rollouts.id, { onDelete: 'cascade' }),
    deviceId: integer('device_id')
      .notNull()
      .references(() => devices.id, { onDelete: 'cascade' }),
    /** Its place in the rollout. */
    place: integer().notNull(),
    state: text({
      enum: ['waiting', 'offered', 'downloading', 'restarting', 'succeeded', 'failed', 'cancelled'],
    }).notNull(),
    percent: smallint().notNull().default(0),
    tokenHash: text('token_hash'),
    createdAt: ms('created_at').notNull(),
    startedAt: ms('started_at'),
    downloadedAt: ms('downloaded_at'),
    finishedAt: ms('finished_at'),
    reason: text(),
  },
  (table) => [
    index('firmware_jobs_device').on(table.deviceId, table.id),
    uniqueIndex('firmware_jobs_place').on(table.rolloutId, table.place),
    uniqueIndex('firmware_jobs_token').on(table.tokenHash),
    // A board has one update at a time; also finds those that are under way.
    uniqueIndex('firmware_jobs_open')
      .on(table.deviceId)
      .where(sql`${table.state} in ('waiting', 'offered', 'downloading', 'restarting')`),
  ],
);
