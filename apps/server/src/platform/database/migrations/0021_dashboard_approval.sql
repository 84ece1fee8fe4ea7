ALTER TABLE "dashboards" ADD COLUMN "approved" jsonb;--> statement-breakpoint
-- Tells every server what changed of what is shown to others, whoever changed it: the room of a link, or a dashboard and whose it is.
CREATE FUNCTION "tell_link_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cyno_shown_changed', 'link ' || coalesce(NEW.id, OLD.id));
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "public_links_changed" AFTER DELETE OR UPDATE OF "name", "password_hash", "expires_at", "exposed", "espids", "origins" ON "public_links" FOR EACH ROW EXECUTE FUNCTION "tell_link_changed"();--> statement-breakpoint
CREATE FUNCTION "tell_dashboard_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cyno_shown_changed', 'dashboard ' || OLD.account_id || ' ' || OLD.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "dashboards_changed" AFTER DELETE OR UPDATE ON "dashboards" FOR EACH ROW EXECUTE FUNCTION "tell_dashboard_changed"();--> statement-breakpoint
-- Tells every server which device became somebody else's, or was deleted.
CREATE FUNCTION "tell_device_moved"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cyno_device_moved', OLD.id::text);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "devices_moved" AFTER DELETE OR UPDATE OF "account_id", "deleted_at" ON "devices" FOR EACH ROW EXECUTE FUNCTION "tell_device_moved"();
