export { arrivalsSince, takeBaseline } from './add-device/arrivals.ts';
export { loadAddDeviceSheet, loadConnectionKeyDialog } from './lazy-parts.ts';
export { pairingQuery, usePairing, useVerdict, type Verdict } from './pairing-queries.ts';
export { PendingBoardToasts } from './pending-board-toasts.tsx';
