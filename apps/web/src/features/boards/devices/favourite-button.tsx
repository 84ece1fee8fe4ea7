import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { failureText } from '../../../lib/api/failure-text.ts';
import { IconButton } from '../../../ui/buttons/button.tsx';
import { useToasts } from '../../../ui/overlays/toast.tsx';
import { useChangeDevice } from './change-device.ts';
import './favourite-button.css';

/** The star: favourites stand first in the side menu. */
export function FavouriteButton({ device: { espid, name, favourite } }: { device: Device }) {
  const toasts = useToasts();
  const change = useChangeDevice(espid);
  // A callback of `mutate` would not be called once the page of another device is open.
  const toggle = () =>
    change
      .mutateAsync({ favourite: !favourite })
      .catch((error: Error) =>
        toasts.add({ kind: 'error', title: t`Could not change the star of ${name}`, detail: failureText(error) }),
      );
  return (
    <IconButton
      className={favourite ? 'favourite-button favourite-button-on' : 'favourite-button'}
      size="small"
      label={t`Favourite: first in the side menu`}
      aria-pressed={favourite}
      icon={favourite ? IconStarFilled : IconStar}
      onClick={() => change.isPending || void toggle()}
    />
  );
}
