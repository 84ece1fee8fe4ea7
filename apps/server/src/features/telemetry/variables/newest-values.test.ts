import { expect, test } from 'vitest';
import { silentLogger } from '../../../../test/log.ts';
import { saveNewest } from './newest-values.ts';
import { telemetryRepository } from './telemetry.repository.ts';

test('what is written before a write fails is not written again, and all else is', async () => {
  const variables = Array.from({ length: 12_000 }, (_, slot) => ({ slot, type: 'number', value: 1, at: 0 }));
  const unsaved = [...variables];
  const device = {
    id: 1,
    takeUnsaved: () => unsaved.splice(0),
    markUnsaved: (some: typeof variables) => void unsaved.push(...some),
  };
  const written: number[] = [];
  let statements = 0;
  const pool = {
    async query({ values }: { values: number[][] }) {
      statements += 1;
      if (statements === 2) throw new Error('Connection terminated unexpectedly');
      written.push(...(values[1] ?? []));
    },
  };
  const repository = telemetryRepository(pool as never);
  const deps = { registry: { all: () => [device] }, repository, log: silentLogger } as never;
  await saveNewest(deps);
  await saveNewest(deps);
  expect(written).toEqual(variables.map(({ slot }) => slot));
});
