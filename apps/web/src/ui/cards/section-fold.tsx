import { IconChevronRight } from '@tabler/icons-react';
import { type ReactNode, useState } from 'react';
import { Icon } from '../graphics/icon.tsx';
import './section-fold.css';

type SectionFoldProps = {
  /** The fragment that leads here. */
  id: string;
  title: string;
  /** What is in it. */
  summary: string;
  isOpen: boolean;
  /** Its contents are there although it is folded. */
  isNeeded: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/**
 * A group of cards of a long page, which is folded to one line on a phone. Its contents are made, and request what they need, when it is
 * opened for the first time, and stay then, with what was typed into them.
 */
export function SectionFold({ id, title, summary, isOpen, isNeeded, onToggle, children }: SectionFoldProps) {
  const [isMade, setMade] = useState(false);
  if (!isMade && (isOpen || isNeeded)) setMade(true);
  return (
    <details
      id={id}
      className="section-fold"
      open={isOpen}
      onToggle={({ currentTarget }) => onToggle(currentTarget.open)}
    >
      <summary>
        <Icon of={IconChevronRight} size={18} />
        <span>
          <b>{title}</b>
          <small>{summary}</small>
        </span>
      </summary>
      {isMade && children}
    </details>
  );
}
