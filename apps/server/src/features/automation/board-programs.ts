import type { AutomationDefinition, AutomationPlacement, BoardBudget } from '@cyno/contract';
import type { DeviceRecord } from '../devices/index.ts';
import type { AutomationRecord } from './automation.repository.ts';

const empty: BoardBudget = { count: 0, maxCount: 20, bytes: 0, maxBytes: 450, deliveredAt: null };

/** Which automations run on the boards themselves, and what each board was given. */
export class BoardPrograms {
  /** Who acts at this moment: the board only when it has this version of the entry. */
  placementOf(_automationId: number): 'board' | 'server' {
    return 'server';
  }

  placementFor(_record: AutomationRecord): AutomationPlacement {
    return { where: 'server', reason: 'Runs on the server.', note: null, delivered: null };
  }

  budgets(_device: DeviceRecord): { timers: BoardBudget; rules: BoardBudget } {
    return { timers: empty, rules: empty };
  }

  preview(device: DeviceRecord, _definition: AutomationDefinition, _id?: number) {
    return {
      placement: { where: 'server' as const, reason: 'Runs on the server.', note: null, delivered: null },
      ...this.budgets(device),
      warnings: [] as string[],
    };
  }
}
