CREATE TABLE "contact_failures" (
	"account_id" integer NOT NULL,
	"contact" text NOT NULL,
	"since" bigint NOT NULL,
	"reason" text NOT NULL,
	"reported_at" bigint,
	CONSTRAINT "contact_failures_account_id_contact_pk" PRIMARY KEY("account_id","contact")
);
--> statement-breakpoint
CREATE TABLE "contact_points" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "contact_points_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"target" jsonb NOT NULL,
	"created_at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"message_key" text NOT NULL,
	"message_id" bigint NOT NULL,
	"account_id" integer NOT NULL,
	"contact" text NOT NULL,
	"kind" text NOT NULL,
	"name" text NOT NULL,
	"state" text NOT NULL,
	"reason" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"log" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"next_at" bigint NOT NULL,
	"finished_at" bigint
);
--> statement-breakpoint
CREATE TABLE "notification_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_events_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"key" text NOT NULL,
	"topic" text NOT NULL,
	"owner_id" integer NOT NULL,
	"severity" text NOT NULL,
	"kind" text NOT NULL,
	"group" text,
	"subject" text NOT NULL,
	"text" text NOT NULL,
	"what" text,
	"value" double precision,
	"limit" double precision,
	"since" bigint,
	"link" text NOT NULL,
	"espid" text,
	"at" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_messages" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notification_messages_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"severity" text NOT NULL,
	"kind" text NOT NULL,
	"content" jsonb NOT NULL,
	"at" bigint NOT NULL,
	"repeat_at" bigint,
	"repeats" integer DEFAULT 0 NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_policies" (
	"account_id" integer PRIMARY KEY NOT NULL,
	"policy" jsonb NOT NULL
);
--> statement-breakpoint
CREATE TABLE "notification_recipients" (
	"event_id" bigint NOT NULL,
	"account_id" integer NOT NULL,
	"queued_at" bigint NOT NULL,
	"due_at" bigint DEFAULT 0 NOT NULL,
	"summed" boolean DEFAULT false NOT NULL,
	"message_id" bigint,
	CONSTRAINT "notification_recipients_event_id_account_id_pk" PRIMARY KEY("event_id","account_id")
);
--> statement-breakpoint
ALTER TABLE "contact_failures" ADD CONSTRAINT "contact_failures_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "contact_points" ADD CONSTRAINT "contact_points_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_message_id_notification_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."notification_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_deliveries" ADD CONSTRAINT "notification_deliveries_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_events" ADD CONSTRAINT "notification_events_owner_id_accounts_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_messages" ADD CONSTRAINT "notification_messages_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_policies" ADD CONSTRAINT "notification_policies_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_event_id_notification_events_id_fk" FOREIGN KEY ("event_id") REFERENCES "public"."notification_events"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_message_id_notification_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."notification_messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "contact_points_account" ON "contact_points" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_due" ON "notification_deliveries" USING btree ("next_at") WHERE "notification_deliveries"."state" in ('queued', 'sent');--> statement-breakpoint
CREATE INDEX "notification_deliveries_message" ON "notification_deliveries" USING btree ("message_id");--> statement-breakpoint
CREATE INDEX "notification_deliveries_account" ON "notification_deliveries" USING btree ("account_id","id");--> statement-breakpoint
CREATE UNIQUE INDEX "notification_events_key" ON "notification_events" USING btree ("key");--> statement-breakpoint
CREATE INDEX "notification_events_topic" ON "notification_events" USING btree ("topic");--> statement-breakpoint
CREATE INDEX "notification_events_owner" ON "notification_events" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "notification_events_at" ON "notification_events" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_messages_account" ON "notification_messages" USING btree ("account_id","id");--> statement-breakpoint
CREATE INDEX "notification_messages_repeat" ON "notification_messages" USING btree ("repeat_at") WHERE "notification_messages"."repeat_at" is not null;--> statement-breakpoint
CREATE INDEX "notification_messages_at" ON "notification_messages" USING btree ("at");--> statement-breakpoint
CREATE INDEX "notification_recipients_waiting" ON "notification_recipients" USING btree ("account_id") WHERE "notification_recipients"."message_id" is null;--> statement-breakpoint
CREATE INDEX "notification_recipients_message" ON "notification_recipients" USING btree ("message_id");