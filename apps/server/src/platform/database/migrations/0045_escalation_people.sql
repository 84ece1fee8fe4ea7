CREATE TABLE "escalation_people" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "escalation_people_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"account_id" integer NOT NULL,
	"person_id" integer NOT NULL,
	"name" text NOT NULL,
	"declined_at" bigint
);
--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD COLUMN "escalated_by" integer;--> statement-breakpoint
ALTER TABLE "escalation_people" ADD CONSTRAINT "escalation_people_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "escalation_people" ADD CONSTRAINT "escalation_people_person_id_accounts_id_fk" FOREIGN KEY ("person_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "escalation_people_pair" ON "escalation_people" USING btree ("account_id","person_id");--> statement-breakpoint
CREATE INDEX "escalation_people_person" ON "escalation_people" USING btree ("person_id");--> statement-breakpoint
ALTER TABLE "notification_recipients" ADD CONSTRAINT "notification_recipients_escalated_by_accounts_id_fk" FOREIGN KEY ("escalated_by") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "notification_recipients_escalated" ON "notification_recipients" USING btree ("escalated_by") WHERE "notification_recipients"."escalated_by" is not null;