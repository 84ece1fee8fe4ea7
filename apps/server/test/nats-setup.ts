import type { TestProject } from 'vitest/node';
import { NatsServers } from './stand-ins/nats-servers.ts';

declare module 'vitest' {
  interface ProvidedContext {
    /** Of NATS, for tests that reach the shared server through another one; absent in all others. */
    natsUrl?: string;
  }
}

/** Called by Vitest before the first test; what it returns is called after the last one. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const nats = await NatsServers.start(1);
  project.provide('natsUrl', nats.url);
  // A signal ends Vitest a millisecond later, without what this function returns.
  const interrupted = () => void nats.stop();
  process.once('exit', interrupted);
  return async () => {
    process.off('exit', interrupted);
    await nats.stop();
  };
}
