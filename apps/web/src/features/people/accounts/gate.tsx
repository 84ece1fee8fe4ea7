import type { ReactNode } from 'react';
import { useConfig } from '../../../lib/api/public-config.ts';
import * as frame from '../../../ui/shell/gate.tsx';

export { GateSign } from '../../../ui/shell/gate.tsx';

/** The frame of a page outside the layout. */
export function Gate({ children }: { children: ReactNode }) {
  return <frame.Gate team={useConfig().data?.team}>{children}</frame.Gate>;
}

/** A page outside the layout with one message that offers one way on. */
export function GateNotice(props: frame.GateNoticeProps) {
  return <frame.GateNotice team={useConfig().data?.team} {...props} />;
}
