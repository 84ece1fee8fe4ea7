import type { WidgetContent } from '@cyno/contract';
import { createContext, type ReactNode, use } from 'react';
import { VariableAlertMark } from '../../../automation/alerts/index.ts';
import type { WidgetData } from './widget-data.ts';

/**
 * Whether widgets mark alerts, and lead to them. The server lists the alerts of devices that the account may see by itself: what only the
 * dashboard shows has none. Null: nobody is logged in, or it is not the present.
 */
export const WidgetAlertsContext = createContext<'links' | 'signs' | null>(null);

/** The mark of the widget that stands around; null: it has none. */
export const WidgetMark = createContext<ReactNode>(null);

/** The mark of an alert of what a widget shows. */
export function useWidgetMark(content: WidgetContent, data: WidgetData | null): ReactNode {
  const mode = use(WidgetAlertsContext);
  const keys = alertKeysOf(content);
  if (mode === null || !data || data.moment !== null || keys === undefined) return null;
  return <VariableAlertMark espid={data.device.espid} keys={keys} withLink={mode === 'links'} />;
}

/** The variables of which a widget shows something; null: it is about the whole device, undefined: about none. */
function alertKeysOf(content: WidgetContent): readonly string[] | null | undefined {
  if (content.type === 'map' || content.type === 'uptime') return null;
  if ('key' in content) return [content.key];
  return 'keys' in content && content.keys.length > 0 ? content.keys : undefined;
}
