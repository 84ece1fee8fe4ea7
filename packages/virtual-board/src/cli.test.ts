import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { IConnectPacket } from 'mqtt-packet';
import { afterEach, describe, expect, it } from 'vitest';
import { type ScriptedBroker, startScriptedBroker } from '../test/scripted-broker.ts';

const cli = fileURLToPath(new URL('./cli.ts', import.meta.url));

async function run(
  args: string[],
  until?: (broker: ScriptedBroker) => boolean,
): Promise<{ code: number; text: string }> {
  const child = spawn(process.execPath, [cli, ...args], { stdio: ['ignore', 'pipe', 'pipe'] });
  let text = '';
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk) => (text += chunk));
  const ended = once(child, 'close');
  if (broker && until) {
    await broker.until(() => until(broker as ScriptedBroker));
    child.kill('SIGINT');
  }
  const [code] = await ended;
  return { code, text };
}

let broker: ScriptedBroker | undefined;
afterEach(async () => {
  await broker?.close();
  broker = undefined;
});

describe('the command', () => {
  it('runs a fleet of different boards and stops it with a goodbye from each', async () => {
    broker = await startScriptedBroker({ echo: true });
    const { port, sessions } = broker;
    const args = ['--email', 'you@example.com', '--key', 'KEY', '--host', '127.0.0.1', '--plain', '--interval', '400'];
    const { code, text } = await run(
      [...args, '--port', String(port), '--boards', '6', '--spread', '0'],
      () => sessions.length === 6 && sessions.every(({ log }) => log.some((line) => line.includes('/data/update {'))),
    );
    expect(code).toBe(0);
    expect(text).toContain('6 of 6 online');
    expect(text).toContain('Stopped.');
    await broker.until(() => sessions.every(({ log }) => log.at(-1) === 'DISCONNECT'));
    const ids = sessions.map(({ packets }) => (packets[0] as IConnectPacket).clientId);
    expect(new Set(ids).size).toBe(6);
    expect(sessions[0]?.packets[0]).toMatchObject({ cmd: 'connect', username: 'you@example.com/KEY' });
  });

  it('says what is wrong, without a stack, and how it is used', async () => {
    const { code, text } = await run([]);
    expect(code).toBe(2);
    expect(text).toContain('--email is missing.');
    expect(text).toContain('Virtual ESP boards for a Cyno server.');
    expect(text).not.toContain('    at ');
  });
});
