import type { ReactNode } from 'react';
import { Card } from '../cards/card.tsx';
import { Badge } from './badge.tsx';
import './later-notice.css';

type LaterNoticeProps = {
  title: string;
  /** What will be there. */
  items: readonly string[];
  /** The one way on. */
  action: ReactNode;
};

/** Stands where a later release puts a page: explains that it is not there yet, and what it will do. */
export function LaterNotice({ title, items, action }: LaterNoticeProps) {
  return (
    <Card className="later">
      <div className="later-head">
        <h2>{title}</h2>
        <Badge tone="info">Comes with a later release</Badge>
      </div>
      <p>This page is not built yet. It will have:</p>
      <ul>
        {items.map((item) => (
          <li key={item}>{item}</li>
        ))}
      </ul>
      {action}
    </Card>
  );
}
