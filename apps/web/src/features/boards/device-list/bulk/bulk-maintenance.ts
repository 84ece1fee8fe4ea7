import { type ComponentType, createContext } from 'react';

/** The dialog that puts chosen devices into maintenance; features above this wing set it. */
export const BulkMaintenanceContext = createContext<ComponentType<{
  espids: readonly string[];
  onClose: () => void;
}> | null>(null);
