-- Tells every server what changed about an account, whoever changed it: `account <id>`, `session <account> <id>`, `token <account> <id>`.
CREATE FUNCTION "tell_account_changed"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cyno_account_changed', 'account ' || OLD.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE FUNCTION "tell_proof_ended"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('cyno_account_changed', TG_ARGV[0] || ' ' || OLD.account_id || ' ' || OLD.id);
  RETURN NULL;
END $$;--> statement-breakpoint
CREATE TRIGGER "accounts_changed" AFTER DELETE OR UPDATE OF "email", "member", "name", "time_zone", "date_format", "confirmed_at", "disabled_at", "delete_after" ON "accounts" FOR EACH ROW EXECUTE FUNCTION "tell_account_changed"();--> statement-breakpoint
CREATE TRIGGER "sessions_ended" AFTER DELETE ON "sessions" FOR EACH ROW EXECUTE FUNCTION "tell_proof_ended"('session');--> statement-breakpoint
CREATE TRIGGER "access_tokens_revoked" AFTER DELETE ON "access_tokens" FOR EACH ROW EXECUTE FUNCTION "tell_proof_ended"('token');
