CREATE TABLE "board_events" (
	"device_id" integer NOT NULL,
	"name" text NOT NULL,
	"label" text,
	"widget" text NOT NULL,
	"min" double precision,
	"max" double precision,
	"step" double precision,
	"choices" text[] NOT NULL,
	"locked" boolean DEFAULT false NOT NULL,
	"momentary" boolean DEFAULT false NOT NULL,
	"saved" text,
	"reported" text,
	"reported_at" bigint,
	"changed_by" jsonb,
	CONSTRAINT "board_events_device_id_name_pk" PRIMARY KEY("device_id","name")
);
--> statement-breakpoint
CREATE TABLE "commands" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "commands_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"kind" text NOT NULL,
	"target" text NOT NULL,
	"mode" text,
	"value" text NOT NULL,
	"state" text NOT NULL,
	"actor" jsonb NOT NULL,
	"created_at" bigint NOT NULL,
	"not_before" bigint,
	"expires_at" bigint NOT NULL,
	"sent_at" bigint,
	"answered_at" bigint,
	"reason" text
);
--> statement-breakpoint
CREATE TABLE "outputs" (
	"device_id" integer NOT NULL,
	"pin" text NOT NULL,
	"mode" text NOT NULL,
	"name" text,
	"locked" boolean DEFAULT false NOT NULL,
	"momentary_ms" integer,
	"saved" smallint,
	"reported" smallint,
	"reported_at" bigint,
	"changed_by" jsonb,
	CONSTRAINT "outputs_device_id_pin_pk" PRIMARY KEY("device_id","pin")
);
--> statement-breakpoint
ALTER TABLE "board_events" ADD CONSTRAINT "board_events_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "commands" ADD CONSTRAINT "commands_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "outputs" ADD CONSTRAINT "outputs_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "commands_device" ON "commands" USING btree ("device_id","id");