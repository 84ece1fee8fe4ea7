import type { ComponentProps, ReactNode } from 'react';
import { Focusable } from 'react-aria-components/Focusable';
import { Tooltip as AriaTooltip, TooltipTrigger } from 'react-aria-components/Tooltip';
import './tooltip.css';

type TooltipProps = {
  /** An element that can take focus. */
  children: ComponentProps<typeof Focusable>['children'];
  text: ReactNode;
};

/** A remark that shows on hover and on keyboard focus; it is never the only place where something is said. */
export function Tooltip({ children, text }: TooltipProps) {
  return (
    <TooltipTrigger delay={400} closeDelay={0}>
      <Focusable>{children}</Focusable>
      <AriaTooltip className="tooltip" style={{ zIndex: 'var(--z-tooltip)' }} offset={6}>
        {text}
      </AriaTooltip>
    </TooltipTrigger>
  );
}
