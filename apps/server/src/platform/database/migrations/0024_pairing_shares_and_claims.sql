CREATE TABLE "board_claims" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "board_claims_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"espid" text NOT NULL,
	"claimant_id" integer NOT NULL,
	"state" text NOT NULL,
	"opened_at" timestamp (3) with time zone NOT NULL,
	"decides_at" timestamp (3) with time zone NOT NULL,
	"decided_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "accounts" ADD COLUMN "pairing_room" integer DEFAULT 10 NOT NULL;--> statement-breakpoint
ALTER TABLE "devices" ADD COLUMN "spoke_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "board_claims" ADD CONSTRAINT "board_claims_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_claims" ADD CONSTRAINT "board_claims_claimant_id_accounts_id_fk" FOREIGN KEY ("claimant_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "board_claims_undecided" ON "board_claims" USING btree ("device_id","claimant_id") WHERE decided_at is null;--> statement-breakpoint
CREATE INDEX "board_claims_claimant" ON "board_claims" USING btree ("claimant_id");--> statement-breakpoint
CREATE INDEX "devices_deleted" ON "devices" USING btree ("account_id","espid") WHERE deleted_at is not null;--> statement-breakpoint
-- Whatever shows that a board was there: facts, variables, or a message after the first minute.
UPDATE "devices" SET "spoke_at" = coalesce("last_seen_at", "created_at")
WHERE "virtual" OR "firmware" IS NOT NULL OR "template" IS NOT NULL OR "last_seen_at" > "created_at" + interval '1 minute'
  OR EXISTS (SELECT 1 FROM "variables" WHERE "variables"."device_id" = "devices"."id");
