ALTER TABLE "devices" ADD COLUMN "icon" text;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "favourite" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "notes" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "tags" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "variables" ADD COLUMN "minimum" double precision;--> statement-breakpoint
ALTER TABLE "variables" ADD COLUMN "maximum" double precision;--> statement-breakpoint
ALTER TABLE "variables" ADD COLUMN "forgotten" boolean DEFAULT false NOT NULL;