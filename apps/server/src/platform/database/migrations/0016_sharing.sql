CREATE TABLE "device_visits" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "device_visits_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"role" text NOT NULL,
	"from_at" bigint NOT NULL,
	"to_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shares_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"kind" text NOT NULL,
	"device_id" integer,
	"dashboard_id" integer,
	"email" text NOT NULL,
	"account_id" integer,
	"role" text,
	"created_at" bigint NOT NULL,
	"expires_at" bigint,
	CONSTRAINT "shares_one_thing" CHECK (num_nonnulls("shares"."device_id", "shares"."dashboard_id") = 1),
	CONSTRAINT "shares_role" CHECK (("shares"."kind" = 'transfer') = ("shares"."role" is null))
);
--> statement-breakpoint
ALTER TABLE "device_visits" ADD CONSTRAINT "device_visits_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "device_visits" ADD CONSTRAINT "device_visits_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "device_visits_device" ON "device_visits" USING btree ("device_id","to_at");--> statement-breakpoint
CREATE INDEX "device_visits_account" ON "device_visits" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_device_account" ON "shares" USING btree ("device_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_dashboard_account" ON "shares" USING btree ("dashboard_id","account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "shares_device_offer" ON "shares" USING btree ("device_id","email") WHERE account_id is null and kind = 'share';--> statement-breakpoint
CREATE UNIQUE INDEX "shares_dashboard_offer" ON "shares" USING btree ("dashboard_id","email") WHERE account_id is null;--> statement-breakpoint
CREATE UNIQUE INDEX "shares_transfer" ON "shares" USING btree ("device_id") WHERE kind = 'transfer';--> statement-breakpoint
CREATE INDEX "shares_email" ON "shares" USING btree ("email") WHERE account_id is null;--> statement-breakpoint
CREATE INDEX "shares_account" ON "shares" USING btree ("account_id");--> statement-breakpoint
-- Tells every server which share came, changed or ended, whoever changed it.
CREATE FUNCTION "tell_share_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cyno_share_changed', coalesce(NEW.id, OLD.id)::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "shares_changed" AFTER INSERT OR DELETE OR UPDATE ON "shares" FOR EACH ROW EXECUTE FUNCTION "tell_share_changed"();
