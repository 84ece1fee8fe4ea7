CREATE TABLE "guest_pass_uses" (
	"pass_id" integer NOT NULL,
	"key" text NOT NULL,
	"value" text NOT NULL,
	"at" bigint NOT NULL,
	"command_id" bigint,
	CONSTRAINT "guest_pass_uses_pass_id_key_pk" PRIMARY KEY("pass_id","key")
);
--> statement-breakpoint
CREATE TABLE "guest_passes" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "guest_passes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"title" text NOT NULL,
	"target" jsonb NOT NULL,
	"offers" jsonb NOT NULL,
	"uses" integer NOT NULL,
	"used" integer DEFAULT 0 NOT NULL,
	"from_at" bigint,
	"until_at" bigint NOT NULL,
	"token_hash" text NOT NULL,
	"created_at" bigint NOT NULL,
	"last_used_at" bigint,
	"revoked_at" bigint
);
--> statement-breakpoint
CREATE TABLE "public_links" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "public_links_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"dashboard_id" integer NOT NULL,
	"account_id" integer NOT NULL,
	"name" text NOT NULL,
	"token_hash" text NOT NULL,
	"password_hash" text,
	"expires_at" bigint,
	"exposed" text[] NOT NULL,
	"origins" text[] NOT NULL,
	"created_at" bigint NOT NULL,
	"opened_at" bigint
);
--> statement-breakpoint
ALTER TABLE "guest_pass_uses" ADD CONSTRAINT "guest_pass_uses_pass_id_guest_passes_id_fk" FOREIGN KEY ("pass_id") REFERENCES "public"."guest_passes"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_passes" ADD CONSTRAINT "guest_passes_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "guest_passes" ADD CONSTRAINT "guest_passes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_dashboard_id_dashboards_id_fk" FOREIGN KEY ("dashboard_id") REFERENCES "public"."dashboards"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "public_links" ADD CONSTRAINT "public_links_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "guest_passes_token" ON "guest_passes" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "guest_passes_device" ON "guest_passes" USING btree ("device_id");--> statement-breakpoint
CREATE INDEX "guest_passes_account" ON "guest_passes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "public_links_token" ON "public_links" USING btree ("token_hash");--> statement-breakpoint
CREATE INDEX "public_links_dashboard" ON "public_links" USING btree ("dashboard_id");--> statement-breakpoint
CREATE INDEX "public_links_account" ON "public_links" USING btree ("account_id");