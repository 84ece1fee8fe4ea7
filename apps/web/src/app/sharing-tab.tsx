import { SharingPage } from '../features/sharing/sharing-page.tsx';
import type { SeenDevice } from '../lib/device-rights.ts';

/** The Sharing tab: people, and below them the other ways of sharing the device. */
export function SharingTab({ device }: { device: SeenDevice }) {
  return <SharingPage device={device} />;
}
