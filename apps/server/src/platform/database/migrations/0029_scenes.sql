CREATE TABLE "scene_runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scene_runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"scene_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"taken_at" bigint NOT NULL,
	"actor" jsonb NOT NULL,
	"waits_ms" integer,
	"outcome" text NOT NULL,
	"results" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scenes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "scenes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"actions" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "scene_run_id" bigint;--> statement-breakpoint
ALTER TABLE "scene_runs" ADD CONSTRAINT "scene_runs_scene_id_scenes_id_fk" FOREIGN KEY ("scene_id") REFERENCES "public"."scenes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "scenes" ADD CONSTRAINT "scenes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "scene_runs_newest" ON "scene_runs" USING btree ("scene_id","id");--> statement-breakpoint
CREATE INDEX "scene_runs_open" ON "scene_runs" USING btree ("id") WHERE "scene_runs"."outcome" = 'running';--> statement-breakpoint
CREATE UNIQUE INDEX "scenes_name" ON "scenes" USING btree ("account_id",lower("name"));--> statement-breakpoint
CREATE INDEX "automation_runs_scene" ON "automation_runs" USING btree ("scene_run_id") WHERE "automation_runs"."scene_run_id" is not null;--> statement-breakpoint
CREATE INDEX "commands_origin" ON "commands" USING btree (("actor" ->> 'origin')) WHERE "commands"."actor" ? 'origin';