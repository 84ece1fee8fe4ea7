import type { Device, DeviceLocation } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { call } from '../../../../lib/api/api-client.ts';
import { failureText } from '../../../../lib/api/failure-text.ts';
import { queryKeys } from '../../../../lib/api/query-keys.ts';
import { useToasts } from '../../../../ui/overlays/toast.tsx';
import { devicesQuery } from '../../devices/index.ts';

/** Sets where a device stands; the notice undoes it. */
export function useSetPlace(): (device: Device, place: DeviceLocation) => void {
  const client = useQueryClient();
  const toasts = useToasts();
  const { mutate, mutateAsync } = useMutation({
    mutationFn: ({ espid, place }: { espid: string; place: DeviceLocation | null }) =>
      call('PATCH /api/device/:espid', { params: { espid }, body: { location: place } }),
    onSuccess: (changed) => {
      client.setQueryData(devicesQuery.queryKey, (devices) =>
        devices?.map((device) => (device.espid === changed.espid ? changed : device)),
      );
      void client.invalidateQueries({ queryKey: queryKeys.automation(changed.espid) });
    },
    onError: (error) =>
      toasts.add({ kind: 'error', title: t`Could not save the location`, detail: failureText(error) }),
  });
  // Callbacks of `mutate` are not called where the map was left, or another place was set, meanwhile.
  return ({ espid, name, location }, place) =>
    void mutateAsync({ espid, place }).then(
      () =>
        toasts.add({
          kind: 'success',
          title: t`Location of ${name} saved`,
          key: `place ${espid}`,
          action: { label: t`Undo`, onPress: () => mutate({ espid, place: location }) },
        }),
      // The notice of a failure is that of all changes of the place.
      () => undefined,
    );
}
