import { setTimeout as wait } from 'node:timers/promises';
import { startChild, treeUsage, usageOf } from '../child.ts';
import type { LoadRequest } from '../load-generator.ts';
import { type BenchServer, startServer } from '../server.ts';

const settleMs = 20_000;

/** Memory at rest: the server alone, then with boards that are connected over TLS and send nothing. Options: `boards`. */
export async function idleBench(options: Map<string, string>): Promise<void> {
  const boards = Number(options.get('boards') ?? 2000);
  const server = await startServer();
  await wait(settleMs);
  await print(server, 'at rest', 'goals: Node < 160 MB, tree < 300 MB');
  const generator = startChild('idle/idle-boards.ts', [
    JSON.stringify({ port: server.tlsPort, boards, username: server.username, password: 'cynoiotbundle' }),
  ]);
  const { seconds } = await generator.nextLine<{ seconds: number }>();
  console.log(`${boards} boards connected over TLS in ${seconds.toFixed(1)} s`);
  await wait(settleMs);
  await print(server, `with ${boards} idle TLS boards`, 'goal: < 400 MB');
  await generator.stop();
  await server.stop();
}

export type IdleRequest = Pick<LoadRequest, 'port' | 'username' | 'password'> & { readonly boards: number };

async function print({ child }: BenchServer, when: string, goal: string): Promise<void> {
  const node = await usageOf(child.pid);
  const tree = await treeUsage(child.pid);
  console.log(
    `${when}: Node ${Math.round(node.rssMegabytes)} MB RSS, whole tree ${Math.round(tree.pssMegabytes)} MB PSS in ${tree.processes} processes (${goal})`,
  );
}
