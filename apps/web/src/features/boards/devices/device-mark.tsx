import { type ComponentType, createContext, use } from 'react';

/** What marks devices in lists, and several at once on maps; features above this wing set it. */
export const DeviceMarkContext = createContext<ComponentType<{ espids: readonly string[] }> | null>(null);

/** The mark of a device in a list; nothing where nobody set one. */
export function DeviceMark({ espid }: { espid: string }) {
  const Mark = use(DeviceMarkContext);
  return Mark && <Mark espids={[espid]} />;
}

/** One mark of devices that are drawn as one. */
export function JoinedDevicesMark({ espids }: { espids: readonly string[] }) {
  const Mark = use(DeviceMarkContext);
  return Mark && <Mark espids={espids} />;
}
