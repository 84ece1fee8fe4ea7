CREATE TABLE "variable_calibrations" (
	"device_id" integer NOT NULL,
	"slot" smallint NOT NULL,
	"since" bigint NOT NULL,
	"offset" double precision NOT NULL,
	"scale" double precision NOT NULL,
	CONSTRAINT "variable_calibrations_device_id_slot_since_pk" PRIMARY KEY("device_id","slot","since")
);
--> statement-breakpoint
ALTER TABLE "variables" ADD COLUMN "kept_days" integer;--> statement-breakpoint
ALTER TABLE "variables" ADD COLUMN "kept_days_set_at" bigint;--> statement-breakpoint
ALTER TABLE "variables" ADD COLUMN "removed_until" bigint DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "variable_calibrations" ADD CONSTRAINT "variable_calibrations_device_id_slot_variables_device_id_slot_fk" FOREIGN KEY ("device_id","slot") REFERENCES "public"."variables"("device_id","slot") ON DELETE cascade ON UPDATE no action;