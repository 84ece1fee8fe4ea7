-- Hours of a device whose messages are packed into one row: docs/decisions/0081-packed-history.md. `at` is the start of the hour; an
-- hour is either here or in rows of `telemetry`. The first and the last instant and the number of messages are known without unpacking.
CREATE TABLE "telemetry_packed" (
  "at" bigint NOT NULL,
  "first_at" bigint NOT NULL,
  "last_at" bigint NOT NULL,
  "device_id" integer NOT NULL,
  "messages" integer NOT NULL,
  "data" bytea NOT NULL,
  PRIMARY KEY ("device_id", "at") INCLUDE ("messages")
);
--> statement-breakpoint
-- It is compressed already, and an hour that fits into a page is read without a second look-up.
ALTER TABLE "telemetry_packed" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "telemetry_packed" SET (toast_tuple_target = 8160);
