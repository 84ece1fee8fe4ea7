ALTER TABLE "dashboards" ALTER COLUMN "device_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "dashboard_versions" ADD COLUMN "espids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "espids" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "deleted_at" bigint;--> statement-breakpoint
CREATE INDEX "dashboards_account" ON "dashboards" USING btree ("account_id") WHERE device_id is null;