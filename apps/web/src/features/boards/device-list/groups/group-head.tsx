import { IconChevronDown, IconChevronRight } from '@tabler/icons-react';
import type { CSSProperties } from 'react';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { type DeviceSection, sectionCounts, sectionName } from './device-sections.ts';
import { GroupControl } from './group-control.tsx';
import './group-head.css';
import type { Choosing } from '../use-choosing.ts';

type GroupHeadProps = {
  section: DeviceSection;
  isFolded: boolean;
  onFold: () => void;
  choosing: Choosing;
};

/** The heading of a group in the list: folds it, counts it, and has what can be done with it. */
export function GroupHead({ section, isFolded, onFold, choosing }: GroupHeadProps) {
  const { group } = section;
  return (
    <div className="group-head" style={{ '--c': `var(--c-${group?.hue ?? 8})` } as CSSProperties}>
      <h2>
        <button type="button" className="group-head-fold" aria-expanded={!isFolded} onClick={onFold}>
          <Icon of={isFolded ? IconChevronRight : IconChevronDown} size={16} />
          {group && <i className="group-head-dot" aria-hidden="true" />}
          <span className="group-head-name">{sectionName(section)}</span>
        </button>
      </h2>
      <span className="group-head-counts num">{sectionCounts(section)}</span>
      <GroupControl section={section} choosing={choosing} />
    </div>
  );
}
