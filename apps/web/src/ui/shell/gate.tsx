import { t } from '@lingui/core/macro';
import { IconPlugConnectedX } from '@tabler/icons-react';
import type { ComponentProps, ReactNode } from 'react';
import { Button } from '../buttons/button.tsx';
import { Card } from '../cards/card.tsx';
import { Icon } from '../graphics/icon.tsx';
import { Banner, Credit, type Team } from './brand.tsx';
import './gate.css';
import { LanguageSelect } from './language-select.tsx';

type GateProps = { team: Team; children: ReactNode };

/** The frame of every page outside the layout: one card in the middle, the credit at the foot. */
export function Gate({ team, children }: GateProps) {
  return (
    <div className="gate">
      <main className="gate-center">
        <Card className="gate-card">
          <Banner />
          {children}
        </Card>
      </main>
      <footer className="gate-foot">
        <LanguageSelect />
        <Credit team={team} height={16} />
      </footer>
    </div>
  );
}

type GateSignProps = { icon: ComponentProps<typeof Icon>['of']; tone?: 'neutral' | 'success' | 'warning' | 'danger' };

/** The picture above a page's title: what kind of message it is, at a glance. */
export function GateSign({ icon, tone = 'neutral' }: GateSignProps) {
  return (
    <span className={`gate-sign gate-sign-${tone}`}>
      <Icon of={icon} />
    </span>
  );
}

export type GateNoticeProps = Partial<GateSignProps> & {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
};

type GateNoticeFrame = GateNoticeProps & Pick<GateProps, 'team'>;

/** A page outside the layout with one message that offers one way on. */
export function GateNotice({ team, title, icon, tone, children, actions }: GateNoticeFrame) {
  return (
    <Gate team={team}>
      {icon && <GateSign icon={icon} tone={tone} />}
      <h1 className="gate-title">{title}</h1>
      <p className="gate-text">{children}</p>
      {actions && <div className="gate-actions">{actions}</div>}
    </Gate>
  );
}

type GateFailureProps = { title: string; reason: string; onRetry: () => void };

/** A page outside the layout whose content failed to load: why, and a way to try again. */
export function GateFailure({ title, reason, onRetry }: GateFailureProps) {
  return (
    <GateNotice
      team={undefined}
      title={title}
      icon={IconPlugConnectedX}
      tone="warning"
      actions={
        <Button variant="primary" size="large" onClick={onRetry}>
          {t`Try again`}
        </Button>
      }
    >
      {reason}
    </GateNotice>
  );
}
