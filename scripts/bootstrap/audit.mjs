import { parseJson } from './parse-json.mjs';
import { OneLineError, runNpm } from './run.mjs';

const timeoutMs = 20_000;

/**
 * Queries the registry for known weaknesses of what the product runs with. Throws a OneLineError that lists the severe
 * ones; returns why nothing is known when the registry does not respond, because an outage must not stop the work, and
 * undefined when all is well.
 */
export async function findUnauditedReason(registry) {
  const args = ['audit', '--omit=dev', '--audit-level=high', '--json', '--fetch-retries=0'];
  const options = [`--fetch-timeout=${timeoutMs}`, ...(registry ? [`--registry=${registry}`] : [])];
  // Warnings would mix with the JSON.
  const stdio = ['ignore', 'pipe', 'ignore'];
  const output = await runNpm([...args, ...options], { stdio }).catch((error) => error.output ?? '');
  const report = parseJson(output);
  if (!report?.vulnerabilities) return report?.message ?? 'npm gave no report';
  const severe = Object.values(report.vulnerabilities).filter(({ severity }) => /^(high|critical)$/.test(severity));
  if (severe.length > 0) throw new OneLineError(`Known weaknesses, see npm audit:\n${severe.map(line).join('\n')}`);
  return undefined;
}

function line({ name, severity, via }) {
  const titles = via.map((cause) => (typeof cause === 'string' ? `by ${cause}` : `${cause.title} ${cause.url}`));
  return `  ${name} (${severity}): ${titles.join('; ')}`;
}
