DROP INDEX "automation_runs_once";--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "step" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "action" jsonb;--> statement-breakpoint
ALTER TABLE "automation_runs" ADD COLUMN "began_at" bigint;--> statement-breakpoint
CREATE INDEX "automation_runs_waiting" ON "automation_runs" USING btree ("due_at") WHERE "automation_runs"."outcome" = 'waiting';--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_once" ON "automation_runs" USING btree ("automation_id","due_at","phase","step");