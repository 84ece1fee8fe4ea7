import { type Core, coreFor } from '../../../core.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Alerts } from '../alerts/index.ts';
import { automationRepository } from '../definitions/index.ts';
import type { NotificationsFeature } from '../notifications/index.ts';
import type { ScenesFeature } from '../scenes/index.ts';
import { messageActionRoutes } from './message-actions.routes.ts';
import { MessageActions } from './message-actions.service.ts';
import { MessageOutputs } from './message-outputs.ts';

/** What people do from a message, and what is offered in it. */
export type MessageActionsFeature = ReturnType<typeof createMessageActions>;

interface MessageActionsFeatureDeps {
  readonly accounts: Pick<Accounts, 'find' | 'languageOf'>;
  readonly alerts: Alerts;
  readonly notifications: Pick<NotificationsFeature, 'tokens' | 'useOutputs'>;
  readonly devices: Pick<DevicesFeature, 'access'>;
  readonly control: Pick<ControlFeature, 'control' | 'targets'>;
  readonly scenes: Pick<ScenesFeature, 'scenes'>;
}

/** What people do from a message: acknowledge, snooze, switch. */
export function createMessageActions(server: Core, deps: MessageActionsFeatureDeps) {
  const core = coreFor(server, 'message-actions');
  const { control } = deps.control;
  const automations = automationRepository(core.database);
  const outputs = new MessageOutputs({ ...deps, automationsOf: (deviceId) => automations.definitionsOf(deviceId) });
  deps.notifications.useOutputs((accountId, message) => outputs.offered(accountId, message));
  const actions = new MessageActions({
    ...deps,
    control,
    tokens: deps.notifications.tokens,
    access: deps.devices.access,
    async outputsOf(device) {
      const { outputs } = await control.state(device);
      return outputs.filter(({ mode }) => mode === 'digit');
    },
  });
  core.routes.push((app) => messageActionRoutes(app, { actions }));
  return { actions, outputs };
}
