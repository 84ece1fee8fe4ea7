import { IconChevronRight } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../graphics/icon.tsx';
import './section-fold.css';

type SectionFoldProps = {
  /** The fragment that leads here. */
  id: string;
  title: string;
  /** What is in it. */
  summary: string;
  isOpen: boolean;
  onToggle: (isOpen: boolean) => void;
  children: ReactNode;
};

/** A group of cards of a long page, which is folded to one line on a phone. */
export function SectionFold({ id, title, summary, isOpen, onToggle, children }: SectionFoldProps) {
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
      {children}
    </details>
  );
}
