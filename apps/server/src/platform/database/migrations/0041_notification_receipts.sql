ALTER TABLE "notification_deliveries" ADD COLUMN "delivered_at" bigint;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD COLUMN "read_at" bigint;