export function ConnectionKeyDialog(_: { onClose: () => void }) {
  return null;
}
