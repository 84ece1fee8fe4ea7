import { countLostAlertsByKills } from './alert-kills.ts';
import { measureDryRuns } from './dry-runs.ts';
import { measureIngestCost } from './ingest-cost.ts';
import { countLostByKills } from './kills.ts';
import { measureSilence } from './silence.ts';

/**
 * What alerts cost, and what is lost of them. Options: `part` (`ingest`, `silence`, `kills`, `alert-kills` or `dry-run`; without it all), `rate` (messages
 * a second), `seconds` (of each round), `boards` (that fall silent), `kills`, `data` (a directory that keeps the year of the dry runs for
 * the next run).
 */
export async function alertsBench(options: Map<string, string>): Promise<void> {
  const number = (name: string, fallback: number) => Number(options.get(name) ?? fallback);
  const runs = (part: string) => (options.get('part') ?? part) === part;
  if (runs('ingest')) await measureIngestCost({ rate: number('rate', 10_000), seconds: number('seconds', 20) });
  if (runs('silence')) await measureSilence(number('boards', 10_000));
  if (runs('kills')) await countLostByKills(number('kills', 20));
  if (runs('alert-kills')) await countLostAlertsByKills(number('kills', 20));
  if (runs('dry-run')) await measureDryRuns(options.get('data'));
}
