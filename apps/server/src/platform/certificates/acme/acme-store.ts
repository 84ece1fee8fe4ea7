import { join } from 'node:path';
import { z } from 'zod';
import { type CertificateFacts, factsOf, joinPair, type KeyPair, splitPair } from '../key-pair.ts';
import { readIfThere, readJsonIfThere, tlsDirectory, writePrivate } from '../private-files.ts';
import { renewalOf } from '../renewal-schedule.ts';
import { type AcmeAccount, newKey } from './order-certificate.ts';

const account = z.object({ directory: z.string(), key: z.string(), url: z.string().nullable() });
const progress = z.object({
  /** For which name and directory it is. */
  name: z.string(),
  directory: z.string(),
  /** When certificates were requested in the last hours. */
  attempts: z.array(z.number()),
  /** In a row. */
  failures: z.number().int(),
  failure: z.object({ at: z.number(), text: z.string(), nextTryAt: z.number() }).nullable(),
  /** How many certificates there were so far. */
  issued: z.number().int(),
});
export type AcmeProgress = z.output<typeof progress>;

/** What is stored of an authority: the account, the certificate with its key, and what became of the attempts. */
export class AcmeStore {
  readonly #directory: string;
  readonly #for: { readonly name: string; readonly directory: string };

  constructor(dataDirectory: string, { name, directory }: { name: string; directory: string }) {
    this.#directory = join(tlsDirectory(dataDirectory), 'acme');
    this.#for = { name, directory };
  }

  /** Null: none, or one for another name. */
  async pair(): Promise<(KeyPair & { facts: CertificateFacts }) | null> {
    const pair = splitPair((await readIfThere(this.#path('certificate.pem'))) ?? '');
    if (!pair) return null;
    const facts = factsOf(pair.cert);
    return facts.names.includes(this.#for.name) ? { ...pair, facts } : null;
  }

  async savePair(pair: KeyPair): Promise<void> {
    await writePrivate(this.#path('certificate.pem'), joinPair(pair));
  }

  /** The account at this authority, of which a key is made when there is none. */
  async account(): Promise<AcmeAccount> {
    const known = account.safeParse(await readJsonIfThere(this.#path('account.json'))).data;
    if (known?.directory === this.#for.directory) return known;
    const made = { directory: this.#for.directory, key: newKey(), url: null };
    await this.saveAccount(made);
    return made;
  }

  async saveAccount(one: AcmeAccount): Promise<void> {
    await writePrivate(this.#path('account.json'), JSON.stringify(one));
  }

  async progress(): Promise<AcmeProgress> {
    const known = progress.safeParse(await readJsonIfThere(this.#path('progress.json'))).data;
    const isOurs = known?.name === this.#for.name && known.directory === this.#for.directory;
    return isOurs ? known : { ...this.#for, attempts: [], failures: 0, failure: null, issued: 0 };
  }

  async saveProgress(one: AcmeProgress): Promise<void> {
    await writePrivate(this.#path('progress.json'), JSON.stringify(one));
  }

  #path(file: string): string {
    return join(this.#directory, file);
  }
}

/** What a certificate and its attempts mean for who runs the server. */
export const acmeStatus = (facts: CertificateFacts | null, { failure }: Pick<AcmeProgress, 'failure'>) =>
  ({ use: 'web', source: 'acme', facts, renewsAt: facts && renewalOf(facts), failure }) as const;
