import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { loadTlsCertificate } from '../../src/platform/broker/index.ts';
import { freePort } from '../free-port.ts';

interface AuthorityOptions {
  /** Keys of accounts that must prove that they are known; absent: anybody may have one. */
  readonly bindings?: Record<string, string>;
  readonly validSeconds?: number;
}

/**
 * Let's Encrypt's own test server, which checks names at ports of its own, and a name server that leads every name to this machine.
 * Debian has both as `pebble`; of its packages that speak ACME it is the smallest, and the only one whose ports can be chosen.
 */
export async function startAcmeAuthority({ bindings, validSeconds = 7_776_000 }: AuthorityOptions = {}) {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-acme-'));
  await loadTlsCertificate({ certPath: undefined, keyPath: undefined, dataDirectory: directory });
  const port = await freePort();
  const [management, httpPort, tlsPort, dnsPort, dnsManagement] = await Promise.all(
    Array.from({ length: 5 }, freePort),
  );
  const file = (name: string) => join(directory, 'mqtt-tls', name);
  const config = join(directory, 'pebble.json');
  await writeFile(
    config,
    JSON.stringify({
      pebble: {
        listenAddress: `127.0.0.1:${port}`,
        managementListenAddress: `127.0.0.1:${management}`,
        certificate: file('cert.pem'),
        privateKey: file('key.pem'),
        httpPort,
        tlsPort,
        externalAccountBindingRequired: bindings !== undefined,
        ...(bindings && { externalAccountMACKeys: bindings }),
        certificateValidityPeriod: validSeconds,
      },
    }),
  );
  const names = start('pebble-challtestsrv', [
    ...['-dns01', `127.0.0.1:${dnsPort}`, '-management', `127.0.0.1:${dnsManagement}`],
    ...['-http01', '', '-https01', '', '-tlsalpn01', '', '-defaultIPv6', ''],
  ]);
  // It refuses some requests on purpose, as real ones may: a client has to repeat them.
  const env = { PEBBLE_VA_NOSLEEP: '1', PEBBLE_AUTHZREUSE: '0', PEBBLE_WFE_NONCEREJECT: '15' };
  const authority = start('pebble', ['-config', config, '-dnsserver', `127.0.0.1:${dnsPort}`], env);
  await Promise.all([printed(names, /management server/i), printed(authority, /ACME directory available/)]);
  return {
    directory: `https://localhost:${port}/dir`,
    /** The file with the root by which the authority itself is known. */
    caPath: file('cert.pem'),
    httpPort: httpPort as number,
    tlsPort: tlsPort as number,
    /** Where records are set: `POST /set-txt {host, value}`. */
    records: `http://127.0.0.1:${dnsManagement}`,
    async stop() {
      const ended = [names, authority].map((one) => once(one, 'exit'));
      for (const one of [names, authority]) one.kill();
      await Promise.all(ended);
      await rm(directory, { recursive: true });
    },
  };
}

function start(program: string, args: string[], env: Record<string, string> = {}): ChildProcess {
  const { PATH = '' } = process.env;
  return spawn(program, args, { stdio: ['ignore', 'pipe', 'pipe'], env: { PATH, ...env } });
}

/** Resolves with the line; rejects with all that was written when the program ends before it. */
function printed(child: ChildProcess, line: RegExp): Promise<string> {
  return new Promise((resolve, reject) => {
    let output = '';
    const read = (text: string) => {
      output += `${text}\n`;
      if (line.test(text)) resolve(text);
    };
    for (const stream of [child.stdout, child.stderr]) if (stream) createInterface(stream).on('line', read);
    child.once('error', reject);
    child.once('exit', () => reject(new Error(output)));
  });
}
