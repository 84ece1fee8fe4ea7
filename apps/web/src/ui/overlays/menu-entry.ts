import type { ComponentProps } from 'react';
import type { Icon } from '../graphics/icon.tsx';

/** A line of a menu: an action, a link, or what stands between two parts. */
export type MenuEntry =
  | {
      id: string;
      label: string;
      /** A grey remark at the end of the line. */
      detail?: string;
      icon?: ComponentProps<typeof Icon>['of'];
      tone?: 'danger';
      /** Draws a tick; use it for the chosen one of several. */
      checked?: boolean;
      disabled?: boolean;
      /** A page of this app. */
      href?: string;
      onAction?: () => void;
    }
  | 'separator';
