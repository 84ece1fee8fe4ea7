import { type Core, coreFor } from '../../../core.ts';
import { commandChanged } from '../../boards/control/index.ts';
import type { DeviceGroups } from '../../boards/device-groups/index.ts';
import {
  type DevicesFeature,
  deviceListChanged,
  devicePausedChanged,
  deviceReported,
  presenceChanged,
} from '../../boards/devices/index.ts';
import { updateChanged } from '../../boards/firmware/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import { pointReceived } from '../../telemetry/ingest/index.ts';
import type { Telemetry } from '../../telemetry/telemetry/index.ts';
import type { Notifications, PassedOn } from '../notifications/index.ts';
import type { DryRunPlaces } from '../rules/index.ts';
import { alertNotifications } from './alert-notifications.ts';
import { AlertRuleDirectory } from './alert-rule-directory.ts';
import { alertRulesRepository } from './alert-rules.repository.ts';
import { alertRuleRoutes } from './alert-rules.routes.ts';
import { AlertRules } from './alert-rules.service.ts';
import { alertsRepository } from './alerts.repository.ts';
import { alertRoutes } from './alerts.routes.ts';
import { Alerts } from './alerts.service.ts';
import { AlertDryRuns } from './dry-run/alert-dry-runs.ts';
import { pastEventsRepository } from './dry-run/past-events.repository.ts';
import { maintenanceRepository } from './maintenance/maintenance.repository.ts';
import { maintenanceRoutes } from './maintenance/maintenance.routes.ts';
import { Maintenance } from './maintenance/maintenance.service.ts';
import { quietTimesRepository } from './maintenance/quiet-times.repository.ts';
import { QuietTimes } from './maintenance/quiet-times.ts';
import { newestUpdateRepository } from './newest-update.repository.ts';
import { commandReport, updateReport } from './outcome-report.ts';
import { AlertRunner } from './runner/alert-runner.ts';
import { alertStepsRepository } from './runner/alert-steps.repository.ts';
import { connectionTimesRepository } from './runner/connection-times.repository.ts';
import { UsualIntervals } from './runner/usual-intervals.ts';

export type { AlertRules } from './alert-rules.service.ts';
export { type AlertChange, alertChanged, alertRulesChanged, maintenanceChanged } from './alerts.events.ts';
export type { Alerts } from './alerts.service.ts';
export type { Maintenance } from './maintenance/maintenance.service.ts';

/** An update that has just ended; what ended earlier has been reported already. */
const justNowMs = 60_000;

interface AlertsFeatureDeps {
  readonly accounts: Pick<Accounts, 'changes' | 'timeZoneOf'>;
  readonly devices: DevicesFeature;
  readonly groups: DeviceGroups;
  readonly telemetry: Telemetry;
  readonly automation: {
    /** So that an account has as many dry runs at a time of both together. */
    readonly dryRunPlaces: DryRunPlaces;
    readersOfAlert(accountId: number, ruleId: number): string[];
  };
  readonly notifications: Notifications & PassedOn;
}

/** What is wrong with devices, by the rules of their owners: followed live, stored, acknowledged, and computed from history. */
export function createAlerts(
  server: Core,
  deps: AlertsFeatureDeps,
): {
  readonly alerts: Alerts;
  readonly runner: AlertRunner;
  readonly maintenance: Maintenance;
  readonly rules: AlertRules;
} {
  const core = coreFor(server, 'alerts');
  const { database, jobs, bus } = core;
  const { devices, access, timeZoneOf } = deps.devices;
  const { accounts, groups, telemetry, automation } = deps;
  const queueNotifications = alertNotifications(deps);
  const repository = alertRulesRepository(database);
  const directory = new AlertRuleDirectory({ repository });
  const usualIntervals = new UsualIntervals({
    reader: telemetry.reader,
    connections: connectionTimesRepository(database.pool),
  });
  const newestUpdate = newestUpdateRepository(database);
  const runner = new AlertRunner({
    ...core,
    repository: alertStepsRepository(database, queueNotifications),
    usualIntervals,
    directory,
    devices,
    telemetry,
    timeZoneOf,
    mayBeUsed: (accountId) => accounts.changes.mayBeUsed(accountId),
  });
  const windows = maintenanceRepository(database);
  const quietTimes = new QuietTimes({
    ...core,
    repository: quietTimesRepository(database, queueNotifications),
    maintenance: windows,
    timeZoneOf: (accountId) => accounts.timeZoneOf(accountId) ?? 'UTC',
  });
  const maintenance = new Maintenance({ ...core, repository: windows, quietTimes, devices, access, groups });
  const rules = new AlertRules({ ...core, repository, directory, runner, quietTimes, devices, groups, automation });
  const alertRows = alertsRepository(database, queueNotifications);
  const alerts = new Alerts({ ...core, ...deps, repository: alertRows, quietTimes, devices, access });
  const dryRuns = new AlertDryRuns({
    ...core,
    telemetry,
    usualIntervals,
    pastEvents: pastEventsRepository(database.pool),
    places: automation.dryRunPlaces,
    timeZoneOf,
  });

  bus.subscribe(pointReceived, 'alerts', (point) => runner.observe(point));
  bus.subscribe(presenceChanged, 'alerts', ({ deviceId, online }) => {
    if (online) runner.reported(deviceId);
    else runner.disconnected(deviceId);
  });
  bus.subscribe(deviceReported, 'alerts', ({ deviceId, fact }) => {
    if (fact === 'info') runner.reported(deviceId);
  });
  bus.subscribe(devicePausedChanged, 'alerts', ({ device }) => runner.devicesChanged(device.accountId));
  bus.subscribe(deviceListChanged, 'alerts', async ({ accountId }) => {
    quietTimes.devicesChanged(accountId);
    await rules.addBuiltIn(accountId);
    runner.devicesChanged(accountId);
  });
  bus.subscribe(commandChanged, 'alerts', ({ deviceId, commands }) => {
    for (const { state, target, reason } of commands) {
      // What switches back is sent again and again: it waits, with the reason, when the board did not do it.
      const failed = state === 'failed' || state === 'expired' || (state === 'queued' && reason !== null);
      if (!failed && state !== 'acknowledged') continue;
      const report = commandReport(target, failed, reason);
      runner.outcome(deviceId, { kind: 'command-failed', failed, what: target, report });
    }
  });
  bus.subscribe(updateChanged, 'alerts', async ({ deviceId }) => {
    if (!runner.reads(deviceId, 'update-failed')) return;
    const ended = await newestUpdate.find(deviceId, core.clock.now() - justNowMs);
    if (ended?.state !== 'failed' && ended?.state !== 'succeeded') return;
    const failed = ended.state === 'failed';
    runner.outcome(deviceId, { kind: 'update-failed', failed, what: '', report: updateReport(failed, ended.reason) });
  });
  jobs.scheduleByAge('alerts.tidy', '53 3 * * *', async () => {
    await alerts.cleanup();
    await rules.cleanup();
  });
  core.routes.push((app) => {
    alertRuleRoutes(app, { rules, dryRuns, devices, access });
    alertRoutes(app, { alerts });
    maintenanceRoutes(app, { maintenance });
  });
  core.parts.push({
    async start(): Promise<void> {
      await rules.load();
      await runner.start();
      // What was changed just before a stop, or by another server.
      for (const accountId of devices.accountIds()) quietTimes.devicesChanged(accountId);
      quietTimes.start();
    },
    async stop(): Promise<void> {
      await quietTimes.stop();
      await runner.stop();
    },
  });
  return { alerts, runner, maintenance, rules };
}
