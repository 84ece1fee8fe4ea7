CREATE TABLE "computed_checkpoints" (
	"device_id" integer NOT NULL,
	"slot" smallint NOT NULL,
	"at" bigint NOT NULL,
	"state" jsonb NOT NULL,
	CONSTRAINT "computed_checkpoints_device_id_slot_at_pk" PRIMARY KEY("device_id","slot","at")
);
--> statement-breakpoint
CREATE TABLE "computed_variables" (
	"device_id" integer NOT NULL,
	"slot" smallint NOT NULL,
	"formula" text NOT NULL,
	"unit" text,
	"inputs" jsonb NOT NULL,
	"version" integer DEFAULT 1 NOT NULL,
	"marks" integer DEFAULT 0 NOT NULL,
	"recompute_from" bigint,
	"recomputed_to" bigint,
	"recompute_state" jsonb,
	CONSTRAINT "computed_variables_device_id_slot_pk" PRIMARY KEY("device_id","slot")
);
--> statement-breakpoint
ALTER TABLE "computed_checkpoints" ADD CONSTRAINT "computed_checkpoints_variable_fk" FOREIGN KEY ("device_id","slot") REFERENCES "public"."computed_variables"("device_id","slot") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "computed_variables" ADD CONSTRAINT "computed_variables_device_id_slot_variables_device_id_slot_fk" FOREIGN KEY ("device_id","slot") REFERENCES "public"."variables"("device_id","slot") ON DELETE cascade ON UPDATE no action;