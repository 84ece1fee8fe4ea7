DROP INDEX "scenes_name";--> statement-breakpoint
ALTER TABLE "automations" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
ALTER TABLE "scenes" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
CREATE UNIQUE INDEX "scenes_name" ON "scenes" USING btree ("account_id",lower("name")) WHERE "scenes"."deleted_at" is null;