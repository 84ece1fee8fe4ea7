import type { Icon as TablerIcon } from '@tabler/icons-react';

type IconProps = { of: TablerIcon; size?: 14 | 16 | 18; className?: string };

/** Draws a Tabler icon as decoration: screen readers read the text next to it, or the label of its button. */
export function Icon({ of: Drawing, size = 18, className }: IconProps) {
  const classes = ['icon', size !== 18 && `icon-${size}`, className].filter(Boolean).join(' ');
  return <Drawing className={classes} stroke={1.6} aria-hidden="true" focusable="false" />;
}
