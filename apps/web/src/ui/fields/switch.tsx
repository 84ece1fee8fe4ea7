import './switch.css';

type SwitchProps = {
  label: string;
  hideLabel?: boolean;
  /** Null: not known, drawn between both. Screen readers have no word for that: the label describes it. */
  checked: boolean | null;
  onChange: (checked: boolean) => void;
  disabled?: boolean;
  /** Draws the thumb as still working; the state shown stays the confirmed one. */
  busy?: boolean;
};

/** An on/off control that takes effect at once. */
export function Switch({ label, hideLabel = false, checked, onChange, disabled, busy = false }: SwitchProps) {
  return (
    <label className="switch">
      <span className={hideLabel ? 'sr-only' : 'switch-label'}>{label}</span>
      <input
        className="switch-control"
        type="checkbox"
        role="switch"
        aria-checked={checked ?? false}
        checked={checked ?? false}
        disabled={disabled}
        aria-busy={busy || undefined}
        data-unknown={checked === null || undefined}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  );
}
