import { readFile } from 'node:fs/promises';

interface Profile {
  readonly nodes: readonly {
    readonly id: number;
    readonly callFrame: { readonly functionName: string; readonly url: string };
  }[];
  readonly samples: readonly number[];
  readonly timeDeltas: readonly number[];
}

const top = 25;

/** Sums a CPU profile up: where the process itself spent its time, by part and by function. */
export async function printProfile(path: string): Promise<void> {
  const profile = JSON.parse(await readFile(path, 'utf8')) as Profile;
  const frames = new Map(profile.nodes.map(({ id, callFrame }) => [id, callFrame]));
  const byPart = new Map<string, number>();
  const byFunction = new Map<string, number>();
  let busy = 0;
  for (const [index, id] of profile.samples.entries()) {
    const frame = frames.get(id);
    const micros = profile.timeDeltas[index] ?? 0;
    if (!frame || frame.functionName === '(idle)') continue;
    busy += micros;
    const part = partOf(frame.url, frame.functionName);
    add(byPart, part, micros);
    add(byFunction, `${frame.functionName || '(anonymous)'} · ${part}`, micros);
  }
  console.log('where the Node process spends its time (self time):');
  for (const line of lines(byPart, busy, 15)) console.log(`  ${line}`);
  console.log('by function:');
  for (const line of lines(byFunction, busy, top)) console.log(`  ${line}`);
}

const add = (sums: Map<string, number>, name: string, micros: number) => sums.set(name, (sums.get(name) ?? 0) + micros);

function lines(sums: Map<string, number>, total: number, count: number): string[] {
  return [...sums]
    .sort(([, a], [, b]) => b - a)
    .slice(0, count)
    .map(([name, micros]) => `${((100 * micros) / total).toFixed(1).padStart(5)} %  ${name}`);
}

/** The package, or the folder of the server, that a function belongs to. */
function partOf(url: string, functionName: string): string {
  if (url === '') return functionName.startsWith('(') ? functionName : 'native';
  if (url.startsWith('node:')) return `Node ${url.slice(5).split('/').slice(0, 2).join('/')}`;
  const dependency = /.*node_modules\/(@[^/]+\/[^/]+|[^/]+)\//.exec(url)?.[1];
  if (dependency) return dependency;
  return /(?:src|packages)\/((?:features|platform)\/[^/]+|[^/]+)/.exec(url)?.[1] ?? url;
}
