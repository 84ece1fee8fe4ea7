import { type Core, coreFor } from '../../../core.ts';
import type { ControlFeature } from '../../boards/control/index.ts';
import type { DevicesFeature } from '../../boards/devices/index.ts';
import type { Accounts } from '../../people/accounts/index.ts';
import type { Alerts } from '../alerts/index.ts';
import type { MessageTokens } from '../notifications/index.ts';
import { messageActionRoutes } from './message-actions.routes.ts';
import { MessageActions } from './message-actions.service.ts';

export type { MessageActions } from './message-actions.service.ts';

interface MessageActionsFeatureDeps {
  readonly accounts: Pick<Accounts, 'find'>;
  readonly alerts: Alerts;
  readonly notifications: { readonly tokens: MessageTokens };
  readonly devices: Pick<DevicesFeature, 'access'>;
  readonly control: Pick<ControlFeature, 'control'>;
}

/** What people do from a message: acknowledge, snooze, switch. */
export function createMessageActions(server: Core, deps: MessageActionsFeatureDeps): MessageActions {
  const core = coreFor(server, 'message-actions');
  const { control } = deps.control;
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
  return actions;
}
