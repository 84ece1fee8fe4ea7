CREATE TABLE "automation_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "automation_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"automation_id" integer NOT NULL,
	"phase" text NOT NULL,
	"due_at" bigint NOT NULL,
	"at" bigint NOT NULL,
	"outcome" text NOT NULL,
	"why" text NOT NULL,
	"result" text NOT NULL,
	"command_id" bigint
);
--> statement-breakpoint
CREATE TABLE "automations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "automations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"name" text,
	"enabled" boolean DEFAULT true NOT NULL,
	"definition" jsonb NOT NULL,
	"active" boolean DEFAULT false NOT NULL,
	"holds_since" bigint,
	"revert_at" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "board_programs" (
	"device_id" integer PRIMARY KEY NOT NULL,
	"timers" text,
	"timers_sent_at" bigint,
	"rules" text,
	"rules_sent_at" bigint
);
--> statement-breakpoint
CREATE TABLE "dashboards" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "dashboards_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"name" text NOT NULL,
	"widgets" jsonb NOT NULL,
	"template" text,
	"template_version" smallint,
	"edited_at" bigint,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firmware_files" (
	"image_id" integer PRIMARY KEY NOT NULL,
	"content" "bytea" NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firmware_images" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firmware_images_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"file_name" text NOT NULL,
	"version" text NOT NULL,
	"notes" text NOT NULL,
	"family" text NOT NULL,
	"bytes" integer NOT NULL,
	"flash_bytes" integer,
	"md5" text NOT NULL,
	"sha256" text NOT NULL,
	"uploaded_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "firmware_jobs" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "firmware_jobs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rollout_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"place" integer NOT NULL,
	"state" text NOT NULL,
	"percent" smallint DEFAULT 0 NOT NULL,
	"token_hash" text,
	"created_at" bigint NOT NULL,
	"started_at" bigint,
	"downloaded_at" bigint,
	"finished_at" bigint,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "rollouts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rollouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"image_id" integer,
	"file_name" text NOT NULL,
	"version" text NOT NULL,
	"strategy" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"by" text NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "project_devices" (
	"project_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	CONSTRAINT "project_devices_project_id_device_id_pk" PRIMARY KEY("project_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "projects" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "projects_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"setup" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD CONSTRAINT "automation_runs_automation_id_automations_id_fk" FOREIGN KEY ("automation_id") REFERENCES "public"."automations"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "automations" ADD CONSTRAINT "automations_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_programs" ADD CONSTRAINT "board_programs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboards" ADD CONSTRAINT "dashboards_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dashboards" ADD CONSTRAINT "dashboards_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_files" ADD CONSTRAINT "firmware_files_image_id_firmware_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."firmware_images"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_images" ADD CONSTRAINT "firmware_images_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_jobs" ADD CONSTRAINT "firmware_jobs_rollout_id_rollouts_id_fk" FOREIGN KEY ("rollout_id") REFERENCES "public"."rollouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "firmware_jobs" ADD CONSTRAINT "firmware_jobs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "rollouts" ADD CONSTRAINT "rollouts_image_id_firmware_images_id_fk" FOREIGN KEY ("image_id") REFERENCES "public"."firmware_images"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_devices" ADD CONSTRAINT "project_devices_project_id_projects_id_fk" FOREIGN KEY ("project_id") REFERENCES "public"."projects"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "project_devices" ADD CONSTRAINT "project_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "projects" ADD CONSTRAINT "projects_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_once" ON "automation_runs" USING btree ("automation_id","due_at","phase");--> statement-breakpoint
CREATE INDEX "automation_runs_newest" ON "automation_runs" USING btree ("automation_id","id");--> statement-breakpoint
CREATE INDEX "automation_runs_command" ON "automation_runs" USING btree ("command_id");--> statement-breakpoint
CREATE INDEX "automations_device" ON "automations" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "dashboards_device" ON "dashboards" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "firmware_images_account" ON "firmware_images" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "firmware_jobs_device" ON "firmware_jobs" USING btree ("device_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_jobs_place" ON "firmware_jobs" USING btree ("rollout_id","place");--> statement-breakpoint
CREATE UNIQUE INDEX "firmware_jobs_token" ON "firmware_jobs" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "rollouts_account" ON "rollouts" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "project_devices_device" ON "project_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "projects_account" ON "projects" USING btree ("account_id","id");