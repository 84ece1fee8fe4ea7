import { type ComponentType, createContext, use } from 'react';

/** What marks a device in lists; features above this wing set it. */
export const DeviceMarkContext = createContext<ComponentType<{ espid: string }> | null>(null);

/** The mark of a device in a list; nothing where nobody set one. */
export function DeviceMark({ espid }: { espid: string }) {
  const Mark = use(DeviceMarkContext);
  return Mark && <Mark espid={espid} />;
}
