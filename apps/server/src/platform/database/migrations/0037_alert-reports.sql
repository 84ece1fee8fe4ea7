ALTER TABLE "alert_changes" ADD COLUMN "report" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "report" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "notification_events" ADD COLUMN "translations" jsonb DEFAULT '{}'::jsonb NOT NULL;