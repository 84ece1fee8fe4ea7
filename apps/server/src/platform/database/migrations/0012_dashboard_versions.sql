CREATE TABLE "dashboard_versions" (
	"dashboard_id" integer NOT NULL,
	"version" integer NOT NULL,
	"name" text NOT NULL,
	"widgets" jsonb NOT NULL,
	"template" text,
	"template_version" smallint,
	"edited_at" bigint,
	"saved_at" bigint NOT NULL,
	CONSTRAINT "dashboard_versions_dashboard_id_version_pk" PRIMARY KEY("dashboard_id","version")
);
--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "version" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "dashboards" ADD COLUMN "saved_at" bigint;--> statement-breakpoint
ALTER TABLE "dashboard_versions" ADD CONSTRAINT "dashboard_versions_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;