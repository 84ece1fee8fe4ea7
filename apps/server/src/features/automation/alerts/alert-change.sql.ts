import { type SQL, sql } from 'drizzle-orm';

/** What an `AlertChange` has of the row `alert`, and of its `rule`, which may be missing. */
export const changeColumns = sql`alert.id as "alertId", coalesce(alert.rule_id, 0) as "ruleId", rule.name as "ruleName",
  alert.account_id as "accountId", alert.device_id as "deviceId",
  (select groups.name from device_groups as groups join devices on devices.group_id = groups.id where devices.id = alert.device_id) as "groupName",
  alert.kind, alert.key, alert.severity, alert.value, alert.limit_value as "limit",
  alert.started_at as "startedAt", alert.active_at as "activeAt", alert.quiet_until as "quietUntil"`;

/** Until when the row `devices` is in maintenance at an instant, as `maintenance.until`; null: it is not. */
export const maintenanceAt = (at: SQL | number) => sql`left join lateral (
    select max(slot.until_at) as until from maintenance_windows as slot
    where slot.from_at <= ${at} and slot.until_at > ${at} and ${slotCovers}
  ) as maintenance on true`;

/** Whether a row `slot` of `maintenance_windows` is for the row `devices`. */
const slotCovers = sql`slot.account_id = devices.account_id and (
  slot.group_id = devices.group_id
  or (slot.tag is not null and lower(slot.tag) in (select lower(tag) from unnest(devices.tags) as tag))
  or exists (select from maintenance_devices as named where named.window_id = slot.id and named.device_id = devices.id))`;
