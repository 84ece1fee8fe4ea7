ALTER TABLE "devices" ADD COLUMN "messages_since" bigint;
--> statement-breakpoint
-- Where rollups are older than all messages, messages were removed.
UPDATE "devices" SET "messages_since" = found.since FROM (
  SELECT devices.id, oldest.at AS first_rollup, coalesce(message.at - message.at % 3600000, newest.at + 3600000) AS since
  FROM "devices"
  CROSS JOIN LATERAL (SELECT at FROM "rollup_1h" WHERE device_id = devices.id ORDER BY at LIMIT 1) AS oldest
  CROSS JOIN LATERAL (SELECT at FROM "rollup_1h" WHERE device_id = devices.id ORDER BY at DESC LIMIT 1) AS newest
  CROSS JOIN LATERAL (
    SELECT least(
      (SELECT at FROM "telemetry" WHERE device_id = devices.id ORDER BY at LIMIT 1),
      (SELECT at FROM "telemetry_packed" WHERE device_id = devices.id ORDER BY at LIMIT 1)
    ) AS at
  ) AS message
) AS found WHERE devices.id = found.id AND found.first_rollup < found.since;
