import type { WidgetContent } from '@cyno/contract';
import type { WidgetData } from './widget-data.ts';

/** What a widget is shown with: its own unit and digits instead of those of its variable, where it has some. */
export function withOwnFigures(content: WidgetContent, data: WidgetData): WidgetData {
  if (!('decimals' in content || 'unit' in content) || !('key' in content)) return data;
  const variable = data.variables.get(content.key);
  if (!variable) return data;
  const { unit = variable.unit, decimals = variable.decimals } = content;
  return { ...data, variables: new Map(data.variables).set(content.key, { ...variable, unit, decimals }) };
}
