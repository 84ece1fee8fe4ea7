CREATE TABLE "annotations" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "annotations_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"device_id" integer NOT NULL,
	"from_at" bigint NOT NULL,
	"to_at" bigint,
	"text" text NOT NULL,
	"tone" text NOT NULL,
	"author_id" integer,
	"created_at" bigint NOT NULL,
	"changed_at" bigint,
	"deleted_at" bigint
);
--> statement-breakpoint
CREATE TABLE "board_starts" (
	"device_id" integer NOT NULL,
	"at" bigint NOT NULL,
	CONSTRAINT "board_starts_device_id_at_pk" PRIMARY KEY("device_id","at")
);
--> statement-breakpoint
CREATE TABLE "signal_hours" (
	"device_id" integer NOT NULL,
	"hour" bigint NOT NULL,
	"weakest" smallint NOT NULL,
	"strongest" smallint NOT NULL,
	"newest" smallint NOT NULL,
	CONSTRAINT "signal_hours_device_id_hour_pk" PRIMARY KEY("device_id","hour")
);
--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "annotations" ADD CONSTRAINT "annotations_author_id_accounts_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."accounts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "board_starts" ADD CONSTRAINT "board_starts_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "signal_hours" ADD CONSTRAINT "signal_hours_device_id_devices_id_fk" FOREIGN KEY ("device_id") REFERENCES "public"."devices"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "annotations_device" ON "annotations" USING btree ("device_id","from_at");--> statement-breakpoint
CREATE INDEX "annotations_author" ON "annotations" USING btree ("author_id");