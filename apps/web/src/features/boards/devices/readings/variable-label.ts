import type { Device, DeviceVariable } from '@cyno/contract';
import { displayName } from '@cyno/contract/display-name';
import { labelIn } from '@cyno/contract/usual-labels';
import { currentLanguage } from '../../../../lib/language/language.ts';

/** A name that the server gave to a variable, in the language of the page; a name that somebody chose stays as it is. */
export const variableLabel = (label: string): string => labelIn(label, currentLanguage());

const renamed = (variable: DeviceVariable): DeviceVariable => ({ ...variable, label: variableLabel(variable.label) });

/** Live values make a new object of a device that changed; the others keep theirs, so that nothing is drawn again. */
let known = { language: 'en', devices: new WeakMap<Pick<Device, 'variables'>, Pick<Device, 'variables'>>() };

/** A device that is called, with its variables, as in the language of the page; the same one for the same device. */
export function inLanguage<Known extends Pick<Device, 'name' | 'variables'> & { espid?: string }>(
  device: Known,
): Known {
  const language = currentLanguage();
  if (known.language !== language) known = { language, devices: new WeakMap() };
  const found = known.devices.get(device);
  if (found) return found as Known;
  const name = displayName(device, language);
  // In English most are called so already; thousands of copies would take time and memory.
  if (language === 'en' && name === device.name) return device;
  const called = {
    ...device,
    name,
    variables: language === 'en' ? device.variables : device.variables.map(renamed),
  };
  known.devices.set(device, called);
  return called;
}

/** Whether nobody has given the device a name yet. */
export const isUnnamed = (device: Pick<Device, 'espid' | 'name' | 'virtual' | 'template'>): boolean =>
  device.name === displayName({ ...device, name: device.espid }, currentLanguage());

/** What a device is called that the server describes beside something else, such as an alert. */
export const nameInLanguage = (name: string): string => displayName({ name }, currentLanguage());
