import type { DashboardTemplate } from '@cyno/contract';
import { airTemplates } from './air.ts';
import { climateTemplates } from './climate.ts';
import { farmTemplates } from './farm.ts';
import { layOut } from './grid.ts';
import { powerTemplates } from './power.ts';
import { threePhaseTemplates } from './three-phase.ts';

/** The ready-made dashboards of all public kits (device protocol, section 6), in the order of their titles. */
export const templates: readonly DashboardTemplate[] = [
  ...airTemplates,
  ...climateTemplates,
  ...farmTemplates,
  ...powerTemplates,
  ...threePhaseTemplates,
]
  .map(({ tiles, ...template }) => ({ ...template, widgets: layOut(tiles) }))
  .sort((a, b) => a.title.localeCompare(b.title, 'en'));

/** The template of a name; undefined when there is none. */
export const findTemplate = (name: string): DashboardTemplate | undefined =>
  templates.find((template) => template.name === name);
export { fromVariables, fromVariablesName } from './from-variables.ts';
export { templateIn } from './in-language.ts';
