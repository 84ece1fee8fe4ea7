import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startChild } from '../child.ts';
import { startServer } from '../server.ts';
import type { EchoRequest, EchoResult } from './echo-boards.ts';
import { killWhileEchoing } from './echo-kills.ts';

/**
 * The echo, which boards take for an acknowledgement (docs/decisions/0026): how long it takes with `boards` boards that publish once a
 * second at QoS 0, and how many echoed messages are gone after `kills` times kill -9, every other one with PostgreSQL, while `killed`
 * boards publish at 2.4 Hz. Options: `boards`, `seconds`, `warmUp`, `kills`, `killed`, `between` (seconds).
 */
export async function echoBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  await measureEcho({
    boards: number('boards', 5_000),
    seconds: number('seconds', 60),
    warmUpSeconds: number('warmUp', 10),
  });
  const directory = await mkdtemp(join(tmpdir(), 'cyno-echo-'));
  const kills = number('kills', 10);
  const lost = await killWhileEchoing(directory, {
    kills,
    boards: number('killed', 20),
    secondsBetween: number('between', 5),
  });
  await rm(directory, { recursive: true, force: true });
  console.log(
    `${kills} kills (every other one with PostgreSQL): ${lost.lostValues} of ${lost.echoedValues} echoed values lost, ${lost.lostActions} of ${lost.echoedActions} states of outputs and events behind what was echoed (goal 0)`,
  );
}

async function measureEcho(load: Pick<EchoRequest, 'boards' | 'seconds' | 'warmUpSeconds'>): Promise<void> {
  const server = await startServer([], undefined, { LOG_LEVEL: 'silent' });
  const request: EchoRequest = {
    ...load,
    everyMs: 1_000,
    port: server.plainPort,
    username: server.username,
    password: 'cynoiotbundle',
  };
  const boards = startChild('echo/echo-boards.ts', [JSON.stringify(request)]);
  const { connected } = await boards.nextLine<{ connected: number }>();
  const { published, echoed, p50Ms, p99Ms, maxMs, closed } = await boards.nextLine<EchoResult>();
  console.log(
    `${connected} boards, one message a second at QoS 0: echoed in p50 ${p50Ms} ms, p99 ${p99Ms} ms, longest ${maxMs} ms (goal p99 < 700 ms); ${echoed} of ${published} echoed, ${closed} connections closed by the server`,
  );
  await boards.stop();
  await server.stop();
}
