import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { loadTlsCertificate } from '../../src/platform/broker/index.ts';
import { freePort } from '../free-port.ts';

/** Where a proxy runs and what it stands before. */
interface Place {
  readonly directory: string;
  readonly port: number;
  readonly certificate: string;
  readonly key: string;
}

interface Program {
  /** In `deploy/proxy`. */
  readonly file: string;
  readonly command: readonly string[];
  /** What it writes once its port is open. */
  readonly isOpen: RegExp;
  /** The server as the example names it. */
  readonly upstream?: string;
  /** The parts of the example that are another place here. */
  replaced(at: Place): Record<string, string>;
  /** What of the example is another text where only a path of the host is Cyno's, as the documentation describes. */
  belowPath?(path: string): Record<string, string>;
  /** The example as the whole configuration of a program that leaves nothing outside of its directory. */
  whole?(example: string, at: Place): string;
}

export const proxyNames = ['caddy', 'nginx', 'haproxy'] as const;
/** Proxies of web pages, one of boards, and one of both in front of two servers. */
type ProxyName = (typeof proxyNames)[number] | 'haproxy for boards' | 'haproxy for a cluster';

const haproxy = {
  // Only with a master process it reports that it has started.
  command: ['haproxy', '-W', '-db', '-f'],
  isOpen: /Loading success/,
};
const site = 'iot.example.com';
const programs: Record<ProxyName, Program> = {
  caddy: {
    file: 'Caddyfile',
    command: ['caddy', 'run', '--adapter', 'caddyfile', '--config'],
    isOpen: /serving initial configuration/,
    replaced: ({ port, certificate, key }) => ({
      [`${site} {`]: `https://${site}:${port} {\n\tbind 127.0.0.1\n\ttls ${certificate} ${key}`,
    }),
    belowPath: (path) => ({ 'reverse_proxy 127.0.0.1:3000': `reverse_proxy ${path}/* 127.0.0.1:3000` }),
    whole: (example, { directory }) =>
      `{\n\tadmin off\n\tauto_https off\n\tstorage file_system ${directory}\n}\n${example}`,
  },
  nginx: {
    file: 'nginx.conf',
    command: ['nginx', '-e', 'stderr', '-c'],
    // It has opened its ports when it chooses how to wait for them.
    isOpen: /using the "\w+" event method/,
    replaced: ({ port, certificate, key }) => ({
      '\n    listen 443 ': `\n    listen 127.0.0.1:${port} `,
      [`/etc/letsencrypt/live/${site}/fullchain.pem`]: certificate,
      [`/etc/letsencrypt/live/${site}/privkey.pem`]: key,
    }),
    belowPath: (path) => ({ 'location / {': `location ${path}/ {` }),
    whole: (example, { directory }) => {
      const folders = ['client_body', 'proxy', 'fastcgi', 'uwsgi', 'scgi'];
      const inside = folders.map((name) => `${name}_temp_path ${directory}/${name};`).join('\n');
      return `daemon off;\nmaster_process off;\npid ${directory}/pid;\nerror_log stderr notice;\nevents {}\nhttp {\naccess_log off;\n${inside}\n${example}}\n`;
    },
  },
  haproxy: {
    ...haproxy,
    file: 'haproxy.cfg',
    replaced: ({ directory, port }) => ({
      'bind :443 ': `bind 127.0.0.1:${port} `,
      '/etc/haproxy/cyno.pem': join(directory, 'cyno.pem'),
    }),
    belowPath: (path) => ({ 'default_backend cyno': `use_backend cyno if { path_beg ${path}/ }` }),
  },
  'haproxy for boards': {
    ...haproxy,
    file: 'haproxy-boards.cfg',
    upstream: '10.0.0.5:7459',
    replaced: ({ port }) => ({ 'bind :7458': `bind 127.0.0.1:${port}` }),
  },
  'haproxy for a cluster': {
    ...haproxy,
    file: 'haproxy-cluster.cfg',
    replaced: ({ directory, port }) => ({
      'bind :443 ': `bind 127.0.0.1:${port} `,
      '/etc/haproxy/cyno.pem': join(directory, 'cyno.pem'),
    }),
  },
};

/**
 * A proxy of Debian with its file of `deploy/proxy`, in front of a port of this machine, or there for a `path` only; resolves when it takes
 * connections. Where the file names several ports, `upstream` has what stands in the place of each.
 */
export async function startProxy(name: ProxyName, upstream: number | Record<string, string>, path?: string) {
  const { file, command, isOpen, replaced, belowPath, whole = (example) => example, ...program } = programs[name];
  const servers =
    typeof upstream === 'number' ? { [program.upstream ?? '127.0.0.1:3000']: `127.0.0.1:${upstream}` } : upstream;
  const directory = await mkdtemp(join(tmpdir(), 'cyno-proxy-'));
  await loadTlsCertificate({ certPath: undefined, keyPath: undefined, dataDirectory: directory });
  const [certificate, key] = ['cert', 'key'].map((part) => join(directory, 'mqtt-tls', `${part}.pem`)) as [
    string,
    string,
  ];
  await writeFile(join(directory, 'cyno.pem'), [await readFile(certificate), await readFile(key)].join('\n'), {
    mode: 0o600,
  });
  const at = { directory, port: await freePort(), certificate, key };
  let example = await readFile(new URL(`../../../../deploy/proxy/${file}`, import.meta.url), 'utf8');
  const changes = { ...replaced(at), ...(path && belowPath?.(path)), ...servers };
  for (const [part, here] of Object.entries(changes)) {
    if (!example.includes(part)) throw new Error(`deploy/proxy/${file} has no "${part}"`);
    example = example.replaceAll(part, here);
  }
  await writeFile(join(directory, file), whole(example, at));
  const [executable = '', ...args] = command;
  const { PATH = '' } = process.env;
  const child = spawn(executable, [...args, join(directory, file)], {
    stdio: ['ignore', 'ignore', 'pipe'],
    // Debian has servers where only administrators look for programs.
    env: { PATH: `${PATH}:/usr/sbin`, HOME: directory },
  });
  await new Promise<void>((resolve, reject) => {
    let output = '';
    createInterface(child.stderr).on('line', (line) => {
      output += `${line}\n`;
      if (isOpen.test(line)) resolve();
    });
    child.once('error', reject);
    child.once('close', () => reject(new Error(`${name} has ended: ${output}`)));
  });
  return {
    port: at.port,
    async stop() {
      const ended = once(child, 'exit');
      child.kill();
      await ended;
      await rm(directory, { recursive: true });
    },
  };
}
