ALTER TABLE "maintenance_windows" ADD COLUMN "first_from_at" bigint;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD COLUMN "first_until_at" bigint;