CREATE TABLE "former_emails" (
	"email" text PRIMARY KEY NOT NULL,
	"account_id" integer NOT NULL,
	"created_at" timestamp (3) with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "known_origins" (
	"account_id" integer NOT NULL,
	"origin_hash" text NOT NULL,
	"last_seen_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "known_origins_account_id_origin_hash_pk" PRIMARY KEY("account_id","origin_hash")
);
--> statement-breakpoint
ALTER TABLE "former_emails" ADD CONSTRAINT "former_emails_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_origins" ADD CONSTRAINT "known_origins_account_id_accounts_id_fk" FOREIGN KEY ("account_id") REFERENCES "public"."accounts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_emails_account" ON "former_emails" USING btree ("account_id");--> statement-breakpoint
CREATE INDEX "known_origins_last_seen" ON "known_origins" USING btree ("last_seen_at");