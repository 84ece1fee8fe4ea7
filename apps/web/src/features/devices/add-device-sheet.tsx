export function AddDeviceSheet(_: { onClose: () => void; onShowKey: () => void }) {
  return null;
}
