import type { AlertRuleRecord, AlertRulesRepository } from './alert-rules.repository.ts';

/** All alert rules in memory, by account. */
export class AlertRuleDirectory {
  readonly #repository: Pick<AlertRulesRepository, 'listAll'>;
  readonly #byAccount = new Map<number, Map<number, AlertRuleRecord>>();

  constructor({ repository }: { repository: Pick<AlertRulesRepository, 'listAll'> }) {
    this.#repository = repository;
  }

  async load(): Promise<void> {
    for (const rule of await this.#repository.listAll()) this.put(rule);
  }

  /** Two changes at the same time may arrive here in either order: the later version stays. */
  put(rule: AlertRuleRecord): void {
    const rules = this.#byAccount.get(rule.accountId) ?? new Map<number, AlertRuleRecord>();
    const known = rules.get(rule.id);
    if (known && known.updatedAt > rule.updatedAt) return;
    this.#byAccount.set(rule.accountId, rules.set(rule.id, rule));
  }

  remove(accountId: number, id: number): void {
    this.#byAccount.get(accountId)?.delete(id);
  }

  /** The account's rule; undefined also when it is somebody else's. */
  find(accountId: number, id: number): AlertRuleRecord | undefined {
    return this.#byAccount.get(accountId)?.get(id);
  }

  /** The account's rules, the oldest first. */
  ofAccount(accountId: number): AlertRuleRecord[] {
    return [...(this.#byAccount.get(accountId)?.values() ?? [])].sort((a, b) => a.id - b.id);
  }

  accountIds(): number[] {
    return [...this.#byAccount.keys()];
  }
}
