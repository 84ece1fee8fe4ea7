import { parseArgs } from 'node:util';
import type { FleetOptions } from './fleet.ts';
import { type KitName, kits } from './kits.ts';

export const usage = `Virtual ESP boards for a Cyno server. They connect like real ones and measure believable values.

  cyno-virtual-board --email you@example.com [--key KEY] [options]

  --email     your account's e-mail
  --key       your connection key, so that the boards join without asking
  --host      the server (localhost)
  --port      its MQTT port (7458, or 1883 with --plain)
  --plain     without TLS
  --boards    how many boards (1)
  --interval  ms between two values of a board, at least 400 (5000)
  --kit       ${Object.keys(kits).join(', ')} or mixed (mixed)
  --family    esp8266, esp32, esp32-s2, esp32-s3 or esp32-c3 (esp32)
  --ota-url   where updates are downloaded, such as http://localhost:3000 (https at --host)
  --spread    ms over which the boards start (20 for each board)

Ctrl+C stops them.`;

const families = ['esp8266', 'esp32', 'esp32-s2', 'esp32-s3', 'esp32-c3'] as const;

/** What the arguments of a command line choose; undefined where they request the usage. Its errors have messages for people. */
export function readOptions(args: string[]): FleetOptions | undefined {
  const text = { type: 'string' } as const;
  const { values } = parseArgs({
    args,
    options: {
      email: text,
      key: text,
      host: text,
      port: text,
      plain: { type: 'boolean' },
      boards: text,
      interval: text,
      kit: text,
      family: text,
      spread: text,
      'ota-url': text,
      help: { type: 'boolean', short: 'h' },
    },
  });
  if (values.help) return undefined;
  if (!values.email) throw new Error('--email is missing.');
  const boards = wholeNumber('boards', values.boards ?? '1', 1, 100_000);
  const options: FleetOptions = {
    email: values.email,
    host: values.host ?? 'localhost',
    port: wholeNumber('port', values.port ?? (values.plain ? '1883' : '7458'), 1, 65_535),
    tls: !values.plain,
    boards,
    intervalMs: wholeNumber('interval', values.interval ?? '5000', 400, 86_400_000),
    kit: oneOf('kit', values.kit ?? 'mixed', [...(Object.keys(kits) as KitName[]), 'mixed'] as const),
    family: oneOf('family', values.family ?? 'esp32', families),
    spreadMs: wholeNumber('spread', values.spread ?? String(boards * 20), 0, 86_400_000),
  };
  if (values.key) options.key = values.key;
  const otaUrl = values['ota-url'];
  if (otaUrl !== undefined) {
    if (!/^https?:$/.test(URL.parse(otaUrl)?.protocol ?? '')) throw new Error('--ota-url must be an http address.');
    options.otaUrl = otaUrl;
  }
  return options;
}

function wholeNumber(name: string, text: string, low: number, high: number): number {
  const value = Number(text);
  if (Number.isInteger(value) && value >= low && value <= high) return value;
  throw new Error(`--${name} must be a whole number from ${low} to ${high}.`);
}

function oneOf<Choice extends string>(name: string, text: string, choices: readonly Choice[]): Choice {
  const choice = choices.find((candidate) => candidate === text);
  if (choice === undefined) throw new Error(`--${name} must be one of ${choices.join(', ')}.`);
  return choice;
}
