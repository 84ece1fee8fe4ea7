import type { Device, DeviceVariable, UsualLabel } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { currentLanguage } from '../../../../lib/language/language.ts';

/** These are called the same everywhere. */
type Formula = 'PM1' | 'PM2.5' | 'PM10' | 'CO₂';

const texts: { [Label in Exclude<UsualLabel, Formula>]: () => string } = {
  Temperature: () => t`Temperature`,
  Humidity: () => t`Humidity`,
  'Soil moisture': () => t`Soil moisture`,
  Conductivity: () => t`Conductivity`,
  pH: () => t`pH`,
  Nitrogen: () => t`Nitrogen`,
  Potassium: () => t`Potassium`,
  'Dissolved solids': () => t`Dissolved solids`,
  Level: () => t`Level`,
  Distance: () => t`Distance`,
  'Fan speed': () => t`Fan speed`,
  Light: () => t`Light`,
  Pressure: () => t`Pressure`,
  Voltage: () => t`Voltage`,
  'Voltage A': () => t`Voltage A`,
  'Voltage B': () => t`Voltage B`,
  'Voltage C': () => t`Voltage C`,
  Current: () => t`Current`,
  'Current A': () => t`Current A`,
  'Current B': () => t`Current B`,
  'Current C': () => t`Current C`,
  Power: () => t`Power`,
  'Power A': () => t`Power A`,
  'Power B': () => t`Power B`,
  'Power C': () => t`Power C`,
  'Reactive power': () => t`Reactive power`,
  'Power factor': () => t`Power factor`,
  'Power factor A': () => t`Power factor A`,
  'Power factor B': () => t`Power factor B`,
  'Power factor C': () => t`Power factor C`,
  Frequency: () => t`Frequency`,
  Energy: () => t`Energy`,
  'Energy imported': () => t`Energy imported`,
  'Energy exported': () => t`Energy exported`,
  'Reactive energy': () => t`Reactive energy`,
  'Reactive energy imported': () => t`Reactive energy imported`,
  'Reactive energy exported': () => t`Reactive energy exported`,
  Signal: () => t`Signal`,
  Phosphorus: () => t`Phosphorus`,
};

/** A name that the server gave to a variable, in the language of the page; a name that somebody chose stays as it is. */
export const variableLabel = (label: string): string =>
  Object.hasOwn(texts, label) ? texts[label as keyof typeof texts]() : label;

const renamed = (variable: DeviceVariable): DeviceVariable => ({ ...variable, label: variableLabel(variable.label) });

/** Live values make a new object of a device that changed; the others keep theirs, so that nothing is drawn again. */
let known = { language: 'en', devices: new WeakMap<Pick<Device, 'variables'>, Pick<Device, 'variables'>>() };

/** A device whose variables are called as in the language of the page; the same one for the same device. */
export function inLanguage<Known extends Pick<Device, 'variables'>>(device: Known): Known {
  const language = currentLanguage();
  if (language === 'en') return device;
  if (known.language !== language) known = { language, devices: new WeakMap() };
  const found = known.devices.get(device) ?? { ...device, variables: device.variables.map(renamed) };
  known.devices.set(device, found);
  return found as Known;
}
