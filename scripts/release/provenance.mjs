import { writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { sha256 } from './sums.mjs';

const repository = process.env.GITHUB_REPOSITORY;
const builder = repository
  ? `https://github.com/${repository}/.github/workflows/release.yml`
  : 'https://cyno.invalid/built-by-hand';

/** Writes from what and how the files were made, and returns the file; as a statement without signature, https://slsa.dev/spec/v1.1/provenance. */
export async function writeProvenance(file, { files, build }) {
  const subject = await Promise.all(
    files.map(async (path) => ({ name: basename(path), digest: { sha256: await sha256(path) } })),
  );
  await writeFile(file, `${JSON.stringify(describeProvenance({ subject, build }), null, 2)}\n`);
  return file;
}

/** The statement about files that are given by name and digest. */
export function describeProvenance({ subject, build }) {
  const source = repository ? `git+https://github.com/${repository}` : 'git+file:.';
  return {
    _type: 'https://in-toto.io/Statement/v1',
    subject,
    predicateType: 'https://slsa.dev/provenance/v1',
    predicate: {
      buildDefinition: {
        buildType: 'https://cyno.invalid/npm-run-release/v1',
        externalParameters: { command: 'npm run release', version: build.version },
        internalParameters: { sourceDateEpoch: Date.parse(build.date) / 1000 },
        resolvedDependencies: [{ uri: source, digest: { gitCommit: build.commit } }],
      },
      runDetails: { builder: { id: builder }, metadata: { invocationId: process.env.GITHUB_RUN_ID ?? 'local' } },
    },
  };
}
