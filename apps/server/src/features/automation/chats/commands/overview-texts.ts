import {
  type Alert,
  type AlertList,
  alertText,
  type DeviceVariable,
  displayName,
  formatNumber,
  type Language,
  labelIn,
} from '@cyno/contract';
import type { DeviceRecord } from '../../../boards/devices/index.ts';
import { shorten } from '../../notifications/index.ts';
import { type ChatTexts, chatTexts } from '../texts/index.ts';

/** Lines of each kind in one message; the rest is counted. */
const maxLines = 12;
const maxValueLength = 40;
/** What is younger counts as now. */
const nowMs = 5_000;

/** What devices and alerts are like at an instant (ms since the epoch), for a reader of a language. */
export class OverviewTexts {
  readonly #language: Language;
  readonly #texts: ChatTexts;
  readonly #now: number;

  constructor(language: Language, now: number) {
    this.#language = language;
    this.#texts = chatTexts[language];
    this.#now = now;
  }

  /** Which devices are offline, and what is wrong. */
  status(devices: readonly DeviceRecord[], alerts: AlertList): string {
    if (devices.length === 0) return this.#texts.noDevices;
    const offline = devices.filter(({ online }) => !online);
    const count = { devices: devices.length, online: devices.length - offline.length, offline: offline.length };
    const lines = offline.map((device) => `○ ${this.#presence(device)}`);
    return [this.#texts.counted(count), ...this.#bounded(lines), this.alerts(alerts)].join('\n');
  }

  /** What is wrong. */
  alerts({ alerts, more, active }: AlertList): string {
    const { noAlerts, openAlerts, moreInApp } = this.#texts;
    if (alerts.length === 0) return noAlerts;
    const isMore = more || alerts.length > maxLines;
    return [
      openAlerts(active.critical + active.warning + active.info),
      ...alerts.slice(0, maxLines).map((alert) => `• ${this.#alert(alert)}`),
      ...(isMore ? [`• ${moreInApp}`] : []),
    ].join('\n');
  }

  /** The newest values of a device with their age. */
  device(device: DeviceRecord, variables: readonly DeviceVariable[]): string {
    const values = variables.filter(({ value }) => value !== null).map((variable) => this.#value(variable));
    return [this.#presence(device), ...(values.length > 0 ? this.#bounded(values, 20) : [this.#texts.noValues])].join(
      '\n',
    );
  }

  /** A line for each device of a group, with its first values. */
  group(
    name: string,
    devices: readonly { readonly device: DeviceRecord; readonly variables: readonly DeviceVariable[] }[],
  ): string {
    const lines = devices.map(({ device, variables }) => {
      const values = variables
        .filter(({ value }) => value !== null)
        .slice(0, 3)
        .map((variable) => this.#value(variable));
      const title = `${device.online ? '●' : '○'} ${displayName(device, this.#language)}`;
      return values.length > 0 ? `${title}: ${values.join(', ')}` : title;
    });
    return [this.#texts.groupOf(name, devices.length), ...this.#bounded(lines)].join('\n');
  }

  #alert({ device, severity, text, report, state, activeAt, startedAt }: Alert): string {
    const own = report.length > 0 ? alertText(report, this.#language) : text;
    return this.#texts.alert({
      device: displayName({ name: device }, this.#language),
      text: shorten(own, 120),
      severity,
      forMs: this.#since(activeAt ?? startedAt),
      isAcknowledged: state === 'acknowledged',
    });
  }

  #presence(device: DeviceRecord): string {
    const name = displayName(device, this.#language);
    const { online, onlineChangedAt } = device;
    if (online) return this.#texts.online(name);
    return this.#texts.offline(name, onlineChangedAt === null ? null : this.#since(onlineChangedAt));
  }

  #value({ label, unit, decimals, value, at }: DeviceVariable): string {
    const amount =
      typeof value === 'number'
        ? decimals === null
          ? formatNumber(value)
          : value.toFixed(decimals)
        : shorten(String(value), maxValueLength);
    const title = `${labelIn(label, this.#language)} ${`${amount} ${unit}`.trim()}`;
    return at === null ? title : `${title} (${this.#age(this.#since(at))})`;
  }

  #age = (ms: number): string => (ms < nowMs ? this.#texts.now : this.#texts.ago(ms));

  #since = (at: number): number => Math.max(0, this.#now - at);

  #bounded(lines: readonly string[], max = maxLines): string[] {
    const left = lines.length - max;
    return left > 0 ? [...lines.slice(0, max), `• ${this.#texts.more(left)}`] : [...lines];
  }
}
