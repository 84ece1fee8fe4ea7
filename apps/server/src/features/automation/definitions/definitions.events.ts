import { defineEvent } from '../../../platform/bus/index.ts';
import type { AutomationRecord } from './automation.repository.ts';

/** `before` is what it was until now; null: it is new. `after` null: it was removed. */
export interface AutomationChange {
  readonly before: AutomationRecord | null;
  readonly after: AutomationRecord | null;
}

/** An automation came into the memory of this server, changed there, or went. */
export const automationChanged = defineEvent<AutomationChange>('automation.changed', { scope: 'node' });
