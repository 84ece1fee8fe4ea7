CREATE TABLE "chat_join_codes" (
	"code_hash" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"service" text NOT NULL,
	"expires_at" bigint NOT NULL
);
--> statement-breakpoint
ALTER TABLE "chat_join_codes" ADD CONSTRAINT "chat_join_codes_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_join_codes_account" ON "chat_join_codes" USING btree ("account_id");--> statement-breakpoint
CREATE UNIQUE INDEX "contact_points_chat" ON "contact_points" USING btree ("kind",("target" ->> 'chat'));