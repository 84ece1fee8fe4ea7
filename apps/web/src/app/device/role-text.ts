import type { DeviceRole } from '@cyno/contract';
import { t } from '@lingui/core/macro';

/** A role as part of a sentence. */
export function roleText(role: DeviceRole): string {
  const texts = {
    viewer: () => t`viewer`,
    operator: () => t`operator`,
    manager: () => t`manager`,
    owner: () => t`owner`,
  };
  return texts[role]();
}
