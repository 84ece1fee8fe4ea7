ALTER TABLE "notification_deliveries" ADD COLUMN "token_hash" text;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD COLUMN "token_until" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "notification_deliveries_token" ON "notification_deliveries" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "notification_deliveries_key" ON "notification_deliveries" USING btree ("message_key");