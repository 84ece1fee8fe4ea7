import type { Alert } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconCheck } from '@tabler/icons-react';
import { type ReactNode, useId } from 'react';
import { formatAge } from '../../../../lib/format/format.ts';
import { useLiveNow } from '../../../../lib/live/live-client.ts';
import { IconButton } from '../../../../ui/buttons/button.tsx';
import { Icon } from '../../../../ui/graphics/icon.tsx';
import { useAcknowledge } from '../alert-calls.ts';
import type { MarkedAlert } from '../alert-queries.ts';
import { severityOf } from '../severity.ts';
import './alert-line.css';

type AlertLineProps = {
  alert: Pick<MarkedAlert, 'id' | 'severity' | 'state' | 'text' | 'activeAt' | 'mayAcknowledge'>;
  /** Its device, which may lead to its page; left out where all alerts are of one that is known. */
  device?: ReactNode;
  /** Its text, where that leads to a page. */
  text?: ReactNode;
  /** Stands below its text. */
  children?: ReactNode;
};

/** An open alert where there is little room: on which device, how long ago, what is wrong, and a button for who may acknowledge it. */
export function AlertLine({ alert, device, text = alert.text, children }: AlertLineProps) {
  const now = useLiveNow(10_000);
  const textId = useId();
  const { id, severity, state, activeAt, mayAcknowledge } = alert;
  const { label, icon, tone } = severityOf(severity);
  const what = <span id={textId}>{text}</span>;
  return (
    <li className="alert-line">
      <Icon of={icon} className={`alert-line-${tone}`} />
      <div>
        <p className="alert-line-head">
          <span className="sr-only">{label}: </span>
          {device ?? what}
          {activeAt !== null && <span className="num">{formatAge(Math.max(0, now - activeAt))}</span>}
        </p>
        {device && <p>{what}</p>}
        {children}
        {state === 'acknowledged' && <p className="alert-line-known">{t`Acknowledged`}</p>}
      </div>
      {mayAcknowledge && id !== undefined && <Acknowledge id={id} textId={textId} />}
    </li>
  );
}

function Acknowledge({ id, textId }: { id: Alert['id']; textId: string }) {
  const acknowledge = useAcknowledge();
  return (
    <IconButton
      label={t`Acknowledge`}
      icon={IconCheck}
      aria-describedby={textId}
      aria-disabled={acknowledge.isPending || undefined}
      onClick={() => acknowledge.isPending || acknowledge.mutate([id])}
    />
  );
}
