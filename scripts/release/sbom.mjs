import { readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import Ajv from 'ajv';
import addFormats from 'ajv-formats';
import { OneLineError, runNpm } from '../bootstrap/run.mjs';
import { hashUuid } from './sums.mjs';

/** Writes what the product consists of (CycloneDX, made by npm), and returns the file. */
export async function writeSbom(file, { version, commit, date }) {
  const args = ['sbom', '--omit=dev', '--sbom-format=cyclonedx', '--sbom-type=application'];
  const output = await runNpm(args, { stdio: ['ignore', 'pipe', 'ignore'], maxOutputCharacters: Infinity }).catch(
    () => {
      throw new OneLineError('npm makes no SBOM. It needs an installation without missing packages: run npm ci.');
    },
  );
  const bom = describeSbom(JSON.parse(output), { version, commit, date });
  const mistakes = mistakesOfSbom(bom);
  if (mistakes.length > 0) throw new OneLineError(`The SBOM is not what CycloneDX allows:\n${mistakes.join('\n')}`);
  await writeFile(file, `${JSON.stringify(bom, null, 2)}\n`);
  return file;
}

/** The same for the same commit: npm gives each its own number and hour, and the name of the folder. */
export function describeSbom(bom, { version, commit, date }) {
  const component = { ...bom.metadata.component, name: 'cyno' };
  return {
    ...bom,
    serialNumber: `urn:uuid:${hashUuid(`${version} ${commit}`)}`,
    metadata: { ...bom.metadata, timestamp: date, component },
  };
}

/** What the schema of CycloneDX has against it, one line each. */
export function mistakesOfSbom(bom) {
  const library = createRequire(import.meta.url).resolve('@cyclonedx/cyclonedx-library/package.json');
  const schemaOf = (name) => JSON.parse(readFileSync(join(dirname(library), 'res', 'schema', name), 'utf8'));
  const ajv = new Ajv({ strict: false, logger: false, inlineRefs: false });
  addFormats(ajv);
  ajv.addFormat('iri-reference', true).addFormat('idn-email', true);
  for (const name of ['spdx.SNAPSHOT.schema.json', 'jsf-0.82.SNAPSHOT.schema.json'])
    ajv.addSchema({ ...schemaOf(name), $id: `http://cyclonedx.org/schema/${name}` });
  const validate = ajv.compile(schemaOf(`bom-${bom.specVersion}.SNAPSHOT.schema.json`));
  validate(bom);
  return (validate.errors ?? []).map(({ instancePath, message }) => `${instancePath} ${message}`);
}
