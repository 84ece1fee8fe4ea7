ALTER TABLE "automation_runs" ADD COLUMN "occasion" text;--> statement-breakpoint
CREATE UNIQUE INDEX "automation_runs_occasion" ON "automation_runs" USING btree ("automation_id","occasion");--> statement-breakpoint
CREATE INDEX "automation_runs_open" ON "automation_runs" USING btree ("id") WHERE "automation_runs"."outcome" = 'sent';