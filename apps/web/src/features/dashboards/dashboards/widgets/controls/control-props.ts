import type { WidgetContent } from '@cyno/contract';
import type { WidgetData } from '../widget-data.ts';
import type { TargetState } from './target-state.ts';

export type ControlContent = Extract<WidgetContent, { target: unknown }>;

/** What a control is given: `onSend` confirms first where that was set, and resolves to whether the command was accepted. */
export type ControlProps<Type extends ControlContent['type']> = {
  content: Extract<ControlContent, { type: Type }>;
  data: WidgetData;
  state: TargetState;
  isReadOnly: boolean;
  onSend: (value: string) => Promise<boolean>;
};
