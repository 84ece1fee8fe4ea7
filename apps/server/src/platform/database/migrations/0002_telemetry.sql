-- Telemetry is written by hand-made SQL and partitioned, which the Drizzle schema cannot say: docs/decisions/0004-telemetry-layout.md.

-- One row a message. numbers[slot] is the value of the variable with that slot (booleans as 1 and 0, missing as NULL); texts is
-- keyed by slot. `at` stands first because it saves four bytes of padding a row. Partitions (a month each) are made by the server.
CREATE TABLE "telemetry" (
  "at" bigint NOT NULL,
  "device_id" integer NOT NULL,
  "numbers" double precision[] NOT NULL,
  "texts" jsonb,
  PRIMARY KEY ("device_id", "at")
) PARTITION BY RANGE ("at");
--> statement-breakpoint
-- Hours whose roll-ups do not (yet) hold all raw rows. Only appended to, so that writing a message never waits for a roll-up.
CREATE TABLE "telemetry_dirty_hours" (
  "id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
  "device_id" integer NOT NULL,
  "hour" bigint NOT NULL
);
--> statement-breakpoint
CREATE INDEX "telemetry_dirty_hours_device" ON "telemetry_dirty_hours" ("device_id", "hour");
--> statement-breakpoint
-- Roll-ups: `at` is the start of the bucket in UTC; the arrays are indexed by slot as in telemetry.
CREATE TABLE "rollup_1m" (
  "at" bigint NOT NULL,
  "device_id" integer NOT NULL,
  "counts" integer[] NOT NULL,
  "mins" double precision[] NOT NULL,
  "maxs" double precision[] NOT NULL,
  "sums" double precision[] NOT NULL,
  "lasts" double precision[] NOT NULL,
  "texts" jsonb,
  PRIMARY KEY ("device_id", "at")
);
--> statement-breakpoint
CREATE TABLE "rollup_5m" (LIKE "rollup_1m" INCLUDING ALL);
--> statement-breakpoint
CREATE TABLE "rollup_1h" (LIKE "rollup_1m" INCLUDING ALL);
--> statement-breakpoint
CREATE TABLE "rollup_1d" (LIKE "rollup_1m" INCLUDING ALL);
--> statement-breakpoint
-- Joins two messages of the same instant: what the newer one has wins, what it lacks stays.
CREATE FUNCTION "telemetry_merge"(older double precision[], newer double precision[]) RETURNS double precision[]
LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $$
  SELECT coalesce(array_agg(coalesce(newer[slot], older[slot]) ORDER BY slot), '{}')
  FROM generate_series(1, greatest(cardinality(older), cardinality(newer))) AS slot
$$;
