import { ColourControl } from './colour-control.tsx';
import type { ControlContent, ControlProps } from './control-props.ts';
import { NumberControl, StepControl } from './level-controls.tsx';
import './more-controls.css';
import { TerminalControl, TextControl } from './text-controls.tsx';

type MoreProps = Omit<ControlProps<ControlContent['type']>, 'content'> & {
  content: Extract<ControlContent, { type: 'stepper' | 'number' | 'colour' | 'message' | 'terminal' }>;
};

/** The controls that are rarer than switches; their code is fetched when the first one is shown. */
export function MoreControls({ content, ...props }: MoreProps) {
  switch (content.type) {
    case 'stepper':
      return <StepControl content={content} {...props} />;
    case 'number':
      return <NumberControl content={content} {...props} />;
    case 'colour':
      return <ColourControl content={content} {...props} />;
    case 'message':
      return <TextControl content={content} {...props} />;
    case 'terminal':
      return <TerminalControl content={content} {...props} />;
  }
}
