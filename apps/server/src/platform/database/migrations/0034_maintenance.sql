CREATE TABLE "maintenance_devices" (
	"window_id" integer NOT NULL,
	"device_id" integer NOT NULL,
	CONSTRAINT "maintenance_devices_window_id_device_id_pk" PRIMARY KEY("window_id","device_id")
);
--> statement-breakpoint
CREATE TABLE "maintenance_windows" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "maintenance_windows_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"tag" text,
	"group_id" integer,
	"from_at" bigint NOT NULL,
	"until_at" bigint NOT NULL,
	"weekly" boolean NOT NULL,
	"begun" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "during_maintenance" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "alerts" ADD COLUMN "quiet_until" bigint;--> statement-breakpoint
ALTER TABLE "maintenance_devices" ADD CONSTRAINT "maintenance_devices_window_id_maintenance_windows_id_fk" FOREIGN KEY ("window_id") REFERENCES "public"."maintenance_windows"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_devices" ADD CONSTRAINT "maintenance_devices_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "maintenance_windows" ADD CONSTRAINT "maintenance_windows_group_id_device_groups_id_fk" FOREIGN KEY ("group_id") REFERENCES "public"."device_groups"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "maintenance_devices_device" ON "maintenance_devices" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "maintenance_windows_account" ON "maintenance_windows" USING btree ("account_id","until_at");--> statement-breakpoint
CREATE INDEX "maintenance_windows_group" ON "maintenance_windows" USING btree ("group_id");--> statement-breakpoint
CREATE INDEX "maintenance_windows_until" ON "maintenance_windows" USING btree ("until_at");--> statement-breakpoint
CREATE INDEX "alerts_quiet" ON "alerts" USING btree ("quiet_until") WHERE "alerts"."quiet_until" is not null;--> statement-breakpoint
UPDATE "alerts" SET "quiet_until" = "muted_until" WHERE "state" IN ('active', 'acknowledged') AND "muted_until" > extract(epoch from now()) * 1000;
