export { ActiveDevicesDialog } from './active-devices-dialog.tsx';
export { useChangeDevice } from './change-device.ts';
export { DeviceIcon, deviceIcons } from './device-icon.tsx';
export { DeviceMark, DeviceMarkContext, JoinedDevicesMark } from './device-mark.tsx';
export { devicePath } from './device-path.ts';
export {
  devicesQuery,
  firstDevicesQuery,
  sharedDevicesQuery,
  useDevice,
  useDevices,
  useFirstDevices,
  useSeenDevices,
  useSharedDevices,
} from './device-queries.ts';
export { may, roleOf, type SeenDevice } from './device-rights.ts';
export { DeviceTags } from './device-tags.tsx';
export { FavouriteButton } from './favourite-button.tsx';
export { KeyGuideLink } from './key-guide-link.tsx';
export type { FirstDevices } from './list-devices.ts';
export { NameRequest } from './name-request.tsx';
export { lacksKey, NoKeyBadge } from './no-key-badge.tsx';
export { Reading } from './readings/reading.tsx';
export { headlineVariables } from './readings/reading-display.ts';
export { SparkProvider, useSparkStore } from './readings/use-sparklines.ts';
export { inLanguage, isUnnamed, nameInLanguage, variableLabel } from './readings/variable-label.ts';
