import { IconLock } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Icon } from '../graphics/icon.tsx';
import './role-note.css';

/** Why some of a page cannot be used by who reads it, and who can change that. */
export function RoleNote({ children }: { children: ReactNode }) {
  return (
    <p className="role-note">
      <Icon of={IconLock} size={16} />
      <span>{children}</span>
    </p>
  );
}
