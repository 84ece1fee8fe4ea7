CREATE TABLE "alert_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"alert_id" integer NOT NULL,
	"at" bigint NOT NULL,
	"to" text NOT NULL,
	"by_id" integer,
	"text" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "alert_rules" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alert_rules_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"built_in" boolean DEFAULT false NOT NULL,
	"name" text,
	"enabled" boolean NOT NULL,
	"severity" text NOT NULL,
	"scope" jsonb NOT NULL,
	"condition" jsonb NOT NULL,
	"muted_until" bigint,
	"created_at" bigint NOT NULL,
	"updated_at" bigint NOT NULL,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "alerts" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "alerts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"rule_id" integer,
	"account_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	"severity" text NOT NULL,
	"state" text NOT NULL,
	"kind" text NOT NULL,
	"key" text,
	"text" text NOT NULL,
	"value" double precision,
	"limit_value" double precision,
	"started_at" bigint NOT NULL,
	"active_at" bigint,
	"acknowledged_at" bigint,
	"acknowledged_by" integer,
	"cleared_at" bigint,
	"muted_until" bigint
);
--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_alert_id_alerts_id_fk" FOREIGN KEY ("alert_id") REFERENCES "public"."alerts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_changes" ADD CONSTRAINT "alert_changes_by_id_accounts_id_fk" FOREIGN KEY ("by_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alert_rules" ADD CONSTRAINT "alert_rules_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_rule_id_alert_rules_id_fk" FOREIGN KEY ("rule_id") REFERENCES "public"."alert_rules"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "alerts" ADD CONSTRAINT "alerts_acknowledged_by_accounts_id_fk" FOREIGN KEY ("acknowledged_by") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "alert_changes_alert" ON "alert_changes" USING btree ("alert_id","id");--> statement-breakpoint
CREATE INDEX "alert_changes_by" ON "alert_changes" USING btree ("by_id");--> statement-breakpoint
CREATE INDEX "alert_rules_account" ON "alert_rules" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "alert_rules_built_in" ON "alert_rules" USING btree ("account_id") WHERE "alert_rules"."built_in";--> statement-breakpoint
CREATE UNIQUE INDEX "alerts_open" ON "alerts" USING btree ("rule_id","device_id") WHERE "alerts"."state" <> 'cleared';--> statement-breakpoint
CREATE INDEX "alerts_account" ON "alerts" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "alerts_device" ON "alerts" USING btree ("device_id","id");--> statement-breakpoint
CREATE INDEX "alerts_rule" ON "alerts" USING btree ("rule_id","active_at");--> statement-breakpoint
CREATE INDEX "alerts_acknowledged_by" ON "alerts" USING btree ("acknowledged_by");