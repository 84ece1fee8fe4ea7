ALTER TABLE "accounts" ADD COLUMN "boards_send_times" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "outputs" ADD COLUMN "set_up" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "outputs" SET "set_up" = true WHERE "name" IS NOT NULL OR "locked" OR "momentary_ms" IS NOT NULL OR EXISTS (
  SELECT FROM "commands" WHERE "commands"."device_id" = "outputs"."device_id" AND "commands"."kind" = 'output'
    AND "commands"."target" = "outputs"."pin" AND "commands"."actor"->>'kind' <> 'board'
);--> statement-breakpoint
UPDATE "outputs" SET "saved" = NULL WHERE NOT "set_up";
