import { type Alert, csvLine } from '@cyno/contract';

const columns = [
  'time',
  'cleared',
  'device',
  'espid',
  'severity',
  'state',
  'kind',
  'variable',
  'value',
  'limit',
  'acknowledged',
  'acknowledged by',
  'during maintenance',
  'text',
] as const;

/** Alerts as CSV (RFC 4180), times in UTC. */
export async function* alertsCsv(pages: AsyncIterable<readonly Alert[]>): AsyncGenerator<string> {
  yield `${csvLine(columns)}\r\n`;
  for await (const alerts of pages) yield `${alerts.map((alert) => csvLine(cellsOf(alert))).join('\r\n')}\r\n`;
}

function cellsOf(alert: Alert) {
  const { device, espid, severity, state, kind, key, value, limit, acknowledgedBy, duringMaintenance, text } = alert;
  const [active, cleared, acknowledged] = [alert.activeAt, alert.clearedAt, alert.acknowledgedAt].map(instantText);
  return [
    active ?? '',
    cleared ?? '',
    device,
    espid,
    severity,
    state,
    kind,
    key ?? '',
    value,
    limit,
    acknowledged ?? '',
    acknowledgedBy ?? '',
    duringMaintenance ? 'yes' : '',
    text,
  ];
}

const instantText = (at: number | null): string => (at === null ? '' : new Date(at).toISOString());
