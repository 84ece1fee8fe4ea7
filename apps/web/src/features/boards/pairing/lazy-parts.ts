export const loadAddDeviceSheet = () => import('./add-device/add-device-sheet.tsx');
export const loadConnectionKeyDialog = () => import('./connection-key-dialog.tsx');
