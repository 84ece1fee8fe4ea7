import type { Automation, AutomationPatch, AutomationRequest, AutomationState, DeviceLocation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { type QueryClient, useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../lib/api/api-client.ts';
import { failureText } from '../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../lib/api/query-keys.ts';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { devicesQuery, sharedDevicesQuery } from '../../boards/devices/index.ts';
import { automationQuery } from './automation-queries.ts';

/** Writes a changed automation into what is known, and requests the rest: others may have moved to the server or back. */
function take(client: QueryClient, espid: string, changed: Automation): void {
  const { queryKey } = automationQuery(espid);
  client.setQueryData(queryKey, (state): AutomationState | undefined => {
    if (!state) return undefined;
    const isKnown = state.automations.some(({ id }) => id === changed.id);
    const automations = isKnown
      ? state.automations.map((each) => (each.id === changed.id ? changed : each))
      : [...state.automations, changed];
    return { ...state, automations };
  });
  void client.invalidateQueries({ queryKey });
}

type Save = { id: null; request: AutomationRequest } | { id: number; request: AutomationPatch };

/** Makes an automation (`id` null) or changes a part of one. */
export function useSaveAutomation(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: ({ id, request }: Save) =>
      id === null
        ? call('POST /api/device/:espid/automations', { params: { espid }, body: request })
        : call('PATCH /api/device/:espid/automations/:id', { params: { espid, id }, body: request }),
    onSuccess: (saved) => take(client, espid, saved),
  });
}

/** Switches an automation on or off; a refusal is shown in a toast. */
export function useToggleAutomation(espid: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    // The rest of it may have been edited elsewhere since it was fetched.
    mutationFn: ({ id, enabled }: Pick<Automation, 'id' | 'enabled'>) =>
      call('PATCH /api/device/:espid/automations/:id', { params: { espid, id }, body: { enabled } }),
    onSuccess: (changed) => take(client, espid, changed),
    onError(error, { enabled }) {
      const title = enabled ? t`Automation not switched on` : t`Automation not switched off`;
      toasts.add({ kind: 'error', title, detail: failureText(error), key: 'automation' });
    },
  });
}

/** Cancels what an automation has still to do. */
export function useCancelWaiting(espid: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  return useMutation({
    mutationFn: (id: number) => call('DELETE /api/device/:espid/automations/:id/waiting', { params: { espid, id } }),
    onSuccess: (changed) => take(client, espid, changed),
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`Not cancelled`, detail: failureText(error), key: 'automation' }),
  });
}

/** Removes an automation at once; the notice that follows restores it, with what it had still to do. */
export function useRemoveAutomation(espid: string) {
  const client = useQueryClient();
  const toasts = useToasts();
  const { queryKey } = automationQuery(espid);
  const undo = async (id: number, sentence: string) => {
    try {
      take(client, espid, await call('POST /api/device/:espid/automations/:id/restore', { params: { espid, id } }));
      toasts.add({ kind: 'success', title: t`Automation restored`, detail: sentence });
    } catch (error) {
      toasts.add({ kind: 'error', title: t`Automation not restored`, detail: failureText(error) });
    }
  };
  return useMutation({
    mutationFn: ({ removed }: { removed: Automation; sentence: string }) =>
      call('DELETE /api/device/:espid/automations/:id', { params: { espid, id: removed.id } }),
    onSuccess(_, { removed, sentence }) {
      client.setQueryData(
        queryKey,
        (state) => state && { ...state, automations: state.automations.filter(({ id }) => id !== removed.id) },
      );
      void client.invalidateQueries({ queryKey });
      toasts.add({
        kind: 'info',
        title: t`Automation deleted`,
        detail: isUnderWay(removed) ? `${sentence} ${t`What it switched stays as it is.`}` : sentence,
        action: { label: t`Undo`, onPress: () => void undo(removed.id, sentence) },
        durationMs: 20_000,
      });
    },
    onError: (error) => toasts.add({ kind: 'error', title: t`Automation not deleted`, detail: failureText(error) }),
  });
}

/** Whether it has still to end what it began. */
const isUnderWay = ({ active, waiting }: Automation): boolean => active === true || waiting.length > 0;

/** Keeps where a device stands, for the times of the sun. */
export function useSaveLocation(espid: string) {
  const client = useQueryClient();
  return useMutation({
    mutationFn: (location: DeviceLocation) =>
      call('PATCH /api/device/:espid', { params: { espid }, body: { location } }),
    onSuccess(changed) {
      client.setQueryData(devicesQuery.queryKey, (devices) =>
        devices?.map((device) => (device.espid === changed.espid ? { ...device, location: changed.location } : device)),
      );
      void client.invalidateQueries(sharedDevicesQuery);
      for (const keyOf of [queryKeys.automation, queryKeys.automationPreview, queryKeys.automationDryRun]) {
        void client.invalidateQueries({ queryKey: keyOf(espid) });
      }
    },
  });
}
