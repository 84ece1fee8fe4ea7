ALTER TABLE "board_events" ALTER COLUMN "momentary" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "board_events" ALTER COLUMN "momentary" DROP NOT NULL;--> statement-breakpoint
-- A row that a command or report made held false without anybody's choice.
UPDATE "board_events" SET "momentary" = NULL WHERE NOT "momentary";
