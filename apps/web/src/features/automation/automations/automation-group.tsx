import { type ReactNode, useId } from 'react';
import { holdFocus } from '../../../lib/browser/hold-focus.ts';
import { Card } from '../../../ui/cards/card.tsx';
import './automation-group.css';

type AutomationGroupProps = {
  title: string;
  count: number;
  /** A line under the title. */
  detail?: ReactNode;
  /** Stands where the list is empty. */
  nothing?: string;
  children: ReactNode;
};

/** Automations of one kind. */
export function AutomationGroup({ title, count, detail, nothing, children }: AutomationGroupProps) {
  const titleId = useId();
  return (
    <Card ref={holdFocus} className="automation-group" aria-labelledby={titleId}>
      <div className="automation-group-head">
        <h2 id={titleId}>
          {title} {count > 0 && <span className="automation-group-count">{count}</span>}
        </h2>
        {detail}
      </div>
      {count === 0 ? <p className="automation-group-nothing">{nothing}</p> : <ul>{children}</ul>}
    </Card>
  );
}
