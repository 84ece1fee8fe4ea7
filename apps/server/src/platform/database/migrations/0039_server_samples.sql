CREATE TABLE "server_samples" (
	"at" bigint PRIMARY KEY NOT NULL,
	"figures" jsonb NOT NULL
);
--> statement-breakpoint
DELETE FROM "server_state" WHERE "key" LIKE 'disk_level:%';
