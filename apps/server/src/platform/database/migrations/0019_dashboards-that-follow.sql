ALTER TABLE "dashboard_versions" ADD COLUMN "follows" jsonb;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "follows" jsonb;--> statement-breakpoint
ALTER TABLE "public_links" ADD COLUMN "espids" text[];