import { fileURLToPath } from 'node:url';
import { displayName } from '@cyno/contract';
import { labelIn } from '@cyno/contract/usual-labels';
import { FairPlaces } from '../../../../platform/fair-places/index.ts';
import type { Logger } from '../../../../platform/log/index.ts';
import type { OutgoingMessage } from '../../notifications/index.ts';
import { ThinnedSeries } from '../../rules/index.ts';
import type { ChatWorld } from '../commands/chat-world.ts';
import { chartSvg, chartWidth } from './chart-svg.ts';

const spanMs = 24 * 3_600_000;
/** A message does not wait for longer, and goes without a picture. */
const longestMs = 5_000;
/** https://core.telegram.org/bots/api#sendphoto: 10 MB; a line chart has some ten KB. */
const maxBytes = 1_000_000;

/** The letters of Latin and Thai. */
const fontFile = () =>
  fileURLToPath(import.meta.resolve('@expo-google-fonts/ibm-plex-sans-thai/400Regular/IBMPlexSansThai_400Regular.ttf'));

interface AlertPicturesDeps extends Pick<ChatWorld, 'accounts' | 'devices' | 'alerts' | 'telemetry' | 'clock'> {
  readonly log: Logger;
}

/** Draws the variable of an alert over the last 24 hours. Two at a time: reading and drawing cost some ten milliseconds each. */
export class AlertPictures {
  readonly #deps: AlertPicturesDeps;
  readonly #places = new FairPlaces<number>({
    places: 2,
    perKey: 1,
    waitingPerKey: 4,
    waiting: 20,
    maxWaitMs: longestMs,
    refusal: () => new Error('Too many pictures are being drawn'),
  });

  constructor(deps: AlertPicturesDeps) {
    this.#deps = deps;
  }

  /**
   * A PNG for a message about one alert of a variable, as far as the account may see it now; undefined for others, and where it could not be
   * drawn in time. Never rejects.
   */
  async draw(
    accountId: number,
    message: Pick<OutgoingMessage, 'kind' | 'count' | 'events'>,
  ): Promise<Buffer | undefined> {
    const [event] = message.events;
    const [, id] = /^alert:(\d{1,9}):/.exec(event?.key ?? '') ?? [];
    if (message.kind !== 'active' || message.count !== 1 || id === undefined) return undefined;
    try {
      const png = await this.#places.run({ key: accountId }, () => this.#render(accountId, Number(id)));
      return png && png.length <= maxBytes ? png : undefined;
    } catch (err) {
      this.#deps.log.debug({ err }, 'A picture for a message was not drawn');
      return undefined;
    }
  }

  async #render(accountId: number, alertId: number): Promise<Buffer | undefined> {
    const signal = AbortSignal.timeout(longestMs);
    const svg = await this.#svgOf(accountId, alertId, signal);
    if (svg === undefined) return undefined;
    // Native code, which not every platform has: without it messages go without pictures.
    const { renderAsync } = await import('@resvg/resvg-js');
    const image = await renderAsync(
      svg,
      {
        fitTo: { mode: 'width', value: chartWidth },
        font: { fontFiles: [fontFile()], loadSystemFonts: false, defaultFontFamily: 'IBM Plex Sans Thai' },
      },
      signal,
    );
    return image.asPng();
  }

  async #svgOf(accountId: number, alertId: number, signal: AbortSignal): Promise<string | undefined> {
    const { alerts, devices, telemetry, accounts, clock } = this.#deps;
    const [alert] = await alerts.find(accountId, [alertId]);
    const device = alert && devices.access.find(accountId, alert.espid, 'view');
    if (!device || alert.key === null) return undefined;
    const { key, limit, severity, startedAt } = alert;
    const to = clock.now();
    const from = to - spanMs;
    const series = new ThinnedSeries(from, to);
    for await (const { times, lows, highs } of telemetry.reader.storedExtremes(
      { deviceId: device.id, from, to },
      key,
    )) {
      signal.throwIfAborted();
      for (const [row, at] of times.entries()) {
        const [low, high] = [lows[row], highs[row]];
        if (low == null || high == null) continue;
        series.add(at, low);
        series.add(at, high);
      }
    }
    const language = await accounts.languageOf(accountId);
    const variable = telemetry.variables(device.id).find((one) => one.key === key);
    return chartSvg({
      title: `${labelIn(variable?.label ?? key, language)} – ${displayName(device, language)}`,
      from,
      to,
      timeZone: accounts.timeZoneOf(accountId) ?? 'UTC',
      language,
      unit: variable?.unit ?? '',
      points: series.points(),
      limit,
      activeFrom: startedAt,
      severity,
    });
  }
}
