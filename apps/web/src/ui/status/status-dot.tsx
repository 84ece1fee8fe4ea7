import { t } from '@lingui/core/macro';
import './status-dot.css';

export type Status = 'online' | 'offline' | 'pending' | 'reconnecting';

const labels: Record<Status, () => string> = {
  online: () => t`Online`,
  offline: () => t`Offline`,
  pending: () => t`Pending`,
  reconnecting: () => t`Reconnecting…`,
};

type StatusDotProps = {
  state: Status;
  /** Draws the word next to the dot; without it only screen readers get the word. */
  withLabel?: boolean;
};

/** A state shown by shape and text as well as by colour: filled is online, a ring is offline, a diamond waits. */
export function StatusDot({ state, withLabel = false }: StatusDotProps) {
  return (
    <span className={`status status-${state}`}>
      <i className="status-dot" aria-hidden="true" />
      <span className={withLabel ? undefined : 'sr-only'}>{labels[state]()}</span>
    </span>
  );
}
