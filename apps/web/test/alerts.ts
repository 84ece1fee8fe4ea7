import type { Alert, AlertList, AlertRule } from '@cyno/contract';

/** An active alert of the device that `deviceOf` makes. */
export function alertOf(more: Partial<Alert> = {}): Alert {
  const startedAt = Date.now() - 12 * 60_000;
  return {
    id: 310,
    ruleId: 7,
    espid: 'ESP32-000001_AABBCC000001',
    device: 'Greenhouse',
    severity: 'critical',
    state: 'active',
    kind: 'limit',
    key: 'temp',
    text: 'Temperature was 34 °C, above 30 °C for 5 minutes.',
    report: [
      { code: 'past_limit', label: 'Temperature', unit: '°C', value: 34, side: 'above', limit: 30, seconds: 300 },
    ],
    value: 34,
    limit: 30,
    startedAt,
    activeAt: startedAt + 5 * 60_000,
    acknowledgedAt: null,
    acknowledgedBy: null,
    clearedAt: null,
    mayAcknowledge: (more.state ?? 'active') === 'active',
    mutedUntil: null,
    duringMaintenance: false,
    ...more,
  };
}

/** The response of `GET /api/alerts`. */
export function alertListOf(...alerts: Alert[]): AlertList {
  const count = (severity: Alert['severity']) =>
    alerts.filter((alert) => alert.severity === severity && alert.state === 'active').length;
  return {
    alerts,
    more: false,
    active: { info: count('info'), warning: count('warning'), critical: count('critical') },
  };
}

/** A rule on the temperature of all devices. */
export function alertRuleOf(more: Partial<AlertRule> = {}): AlertRule {
  return {
    id: 7,
    name: null,
    enabled: true,
    severity: 'critical',
    scope: { kind: 'all' },
    condition: {
      kind: 'limit',
      key: 'temp',
      comparison: '>',
      threshold: 30,
      release: 28,
      forSeconds: 300,
      clearSeconds: 0,
    },
    builtIn: false,
    devices: 3,
    active: 0,
    mutedUntil: null,
    createdAt: Date.now() - 86_400_000,
    ...more,
  };
}
