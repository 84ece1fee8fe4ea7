import { execFile } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { expect, test } from 'vitest';
import { root } from '../bootstrap/paths.mjs';
import { describeProvenance } from './provenance.mjs';
import { release } from './release.mjs';
import { describeSbom, mistakesOfSbom } from './sbom.mjs';

const build = { version: '1.2.3', commit: 'c'.repeat(40), date: '2026-11-24T10:00:00.000Z' };

test('an option that nobody knows ends with one line, and makes nothing', async () => {
  for (const args of [['--help'], ['--tree'], ['--tree', 'a', 'b']])
    await expect(release(args)).rejects.toMatchObject({
      oneLine: true,
      message: expect.stringContaining('npm run release'),
    });
});

test('the command starts in a checkout where nothing is installed yet', async () => {
  const directory = await mkdtemp(join(tmpdir(), 'cyno-release-'));
  await cp(join(root, 'scripts'), join(directory, 'scripts'), { recursive: true });
  const started = promisify(execFile)(process.execPath, [join(directory, 'scripts', 'release.mjs'), '--help']);
  await expect(started).rejects.toMatchObject({ stderr: expect.stringMatching(/^npm run release /) });
  await rm(directory, { recursive: true });
});

test('the provenance names commit, command and every file with its digest', () => {
  const subject = [{ name: 'cyno-1.2.3.tar.gz', digest: { sha256: 'a'.repeat(64) } }];
  const statement = describeProvenance({ subject, build });
  expect(statement).toMatchObject({
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: { buildDefinition: { resolvedDependencies: [{ digest: { gitCommit: build.commit } }] } },
  });
});

test('the SBOM of the same commit is the same, and one that CycloneDX does not allow is refused', async () => {
  const component = { 'bom-ref': 'a@1.0.0', type: 'library', name: 'a', version: '1.0.0', purl: 'pkg:npm/a@1.0.0' };
  const ofNpm = (serialNumber: string, timestamp: string, folder: string) => ({
    $schema: 'http://cyclonedx.org/schema/bom-1.5.schema.json',
    bomFormat: 'CycloneDX',
    specVersion: '1.5',
    version: 1,
    serialNumber,
    metadata: { timestamp, component: { ...component, type: 'application', name: folder } },
    components: [component],
  });
  const one = describeSbom(
    ofNpm('urn:uuid:00000000-0000-4000-8000-000000000000', '2026-11-24T11:00:00.000Z', 'one'),
    build,
  );
  const two = describeSbom(
    ofNpm('urn:uuid:11111111-0000-4000-8000-000000000000', '2026-11-25T11:00:00.000Z', 'two'),
    build,
  );
  expect(one).toEqual(two);
  expect(mistakesOfSbom(one)).toEqual([]);
  expect(mistakesOfSbom({ ...one, serialNumber: 'none' })).not.toEqual([]);
});
