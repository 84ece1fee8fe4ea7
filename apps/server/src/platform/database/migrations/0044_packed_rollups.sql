-- Rollups of 1 or 5 minutes of a device's hour, packed into one row: docs/decisions/0081-packed-history.md. Those of a minute stand here
-- only where the messages of the hour are not stored any more, since they can be made of them.
CREATE TABLE "rollup_packed" (
  "at" bigint NOT NULL,
  "device_id" integer NOT NULL,
  "minutes" integer NOT NULL,
  "data" bytea NOT NULL,
  PRIMARY KEY ("device_id", "minutes", "at")
);
--> statement-breakpoint
ALTER TABLE "rollup_packed" ALTER COLUMN "data" SET STORAGE EXTERNAL;
--> statement-breakpoint
ALTER TABLE "rollup_packed" SET (toast_tuple_target = 8160);
