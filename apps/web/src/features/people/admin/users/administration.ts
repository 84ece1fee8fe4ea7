import type { AdminUser } from '@cyno/contract';
import { createContext, useContext } from 'react';
import type { UserAction } from './user-actions.ts';

/** What is confirmed before something is done. */
export type Question = { what: 'action'; action: UserAction } | { what: 'plan'; user: AdminUser };

export type Administration = {
  openQuestion: (question: Question) => void;
  here: {
    readonly mailConfigured: boolean;
    /** False where everybody is on the plan of the server. */
    readonly givesPlans: boolean;
    readonly ownEmail: string;
  };
};

const Context = createContext<Administration | null>(null);

export const AdministrationProvider = Context.Provider;

/** How a row opens a dialog; throws outside of the page of people. */
export function useAdministration(): Administration {
  const administration = useContext(Context);
  if (!administration) throw new Error('useAdministration needs an AdministrationProvider above it.');
  return administration;
}
