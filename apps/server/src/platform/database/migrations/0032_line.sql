CREATE TABLE "chat_webhook_events" (
	"service" text NOT NULL,
	"event" text NOT NULL,
	"received_at" bigint NOT NULL,
	CONSTRAINT "chat_webhook_events_service_event_pk" PRIMARY KEY("service","event")
);
