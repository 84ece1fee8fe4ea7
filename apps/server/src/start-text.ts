import type { Ready } from './app.ts';
import type { Config } from './config.ts';
import { isEverywhere, machineAddress, machinePort } from './platform/network-address.ts';

/** What the server prints when it has started: where people and boards reach it. */
export function startText(ready: Ready, config: Config): string {
  const { port } = new URL(ready.http);
  const listensEverywhere = config.publicUrl === null && isEverywhere(config.host);
  const isHidden = listensEverywhere && config.inContainer;
  const open = ready.setupUrl ?? ready.http;
  const lines = [
    ['Open', isHidden ? open.replace(new URL(open).host, `${machineAddress}:${machinePort}`) : open],
    ...(isHidden
      ? [['', 'A container does not know these two: put them in, or set PUBLIC_URL, which every link then has.']]
      : []),
    ...(listensEverywhere && !isHidden ? [['', `On this machine http://localhost:${port} is the same.`]] : []),
    ...(ready.setupUrl ? [['', 'This link works once and makes the first account, which is the administrator.']] : []),
    ...(ready.homeUrl
      ? [['', `${ready.homeUrl} for devices that trust this server: they begin at http://…:${ready.httpPort}/trust`]]
      : []),
    ...(ready.httpsPort && !ready.homeUrl
      ? [['', `HTTPS is at port ${ready.httpsPort}; without it, http://localhost:${ready.httpPort} on this machine.`]]
      : []),
    ['Boards', isHidden ? ready.mqtts.replace(/(?<=:\/\/).*(?=:)/, machineAddress) : ready.mqtts],
    ...(ready.mqtt && !isHidden
      ? [['', `${ready.mqtt} (not encrypted${isLoopback(ready.mqtt) ? ', this machine only' : ''})`]]
      : []),
    ...(ready.otaPort ? [['', `https, port ${ready.otaPort}, for firmware over the air`]] : []),
    ['Data', config.dataDirectory],
  ];
  const text = lines.map(([name = '', value]) => `  ${name.padEnd(8)}${value}\n`).join('');
  return `\nCyno is running. Ctrl+C stops it.\n\n${text}\n`;
}

const isLoopback = (address: string): boolean => /\/\/(127\.|localhost|\[::1\])/.test(address);
