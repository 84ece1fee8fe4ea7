import type { DashboardTemplate, Language } from '@cyno/contract';
import type { DeviceRecord } from '../../boards/devices/index.ts';
import { findTemplate, templateIn, templates } from '../templates/index.ts';
import { keysOf } from './dashboard-reach.ts';
import type { DashboardContent, DashboardRow } from './dashboards.repository.ts';

interface Reading {
  readonly keys: ReadonlySet<string>;
  readonly language: Language;
}

/** The templates for a device that sends these variables, and which of them is offered to it; named in a language. */
export function offersFor(device: DeviceRecord, row: DashboardRow | undefined, { keys, language }: Reading) {
  const toOffer = (template: DashboardTemplate) => {
    const { name, version, title } = templateIn(template, language);
    return { template: name, version, title };
  };
  const byFit = [...templates].sort((a, b) => fit(b, keys) - fit(a, keys));
  const offer = bestOffer(
    device,
    row,
    byFit.find((one) => fit(one, keys) >= goodFit),
  );
  return { offer: offer ? toOffer(offer) : null, templates: byFit.map(toOffer) };
}

/** What could be taken: a newer version of what is there, what the board announces now, or what fits what it sends. */
function bestOffer(
  device: DeviceRecord,
  row: DashboardRow | undefined,
  fitting: DashboardTemplate | undefined,
): DashboardTemplate | undefined {
  const announced = device.template === null ? undefined : findTemplate(device.template);
  if (!row) return announced ?? fitting;
  const own = row.template === null ? undefined : findTemplate(row.template);
  if (own && own.version > (row.templateVersion ?? 0)) return own;
  return announced && announced.name !== row.template ? announced : undefined;
}

/** The content that a template begins a dashboard with. */
export const madeFrom = ({ name, version, title, widgets }: DashboardTemplate): DashboardContent => ({
  name: title,
  widgets,
  espids: [],
  follows: null,
  template: name,
  templateVersion: version,
  editedAt: null,
});

/** The variables that a template shows. */
const keysOfTemplate = ({ widgets }: DashboardTemplate) => new Set(widgets.flatMap(({ content }) => keysOf(content)));

/** How much of a template and of what the board sends is in both, from 0 to 1. */
function fit(template: DashboardTemplate, keys: ReadonlySet<string>): number {
  const wanted = keysOfTemplate(template);
  const both = [...wanted].filter((key) => keys.has(key)).length;
  return both / Math.max(1, wanted.size + keys.size - both);
}

const goodFit = 0.6;
