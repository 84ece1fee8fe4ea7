import type { ComponentProps, ReactNode } from 'react';
import { useConfig } from '../../lib/public-config.ts';
import { Card } from '../../ui/card.tsx';
import { Icon } from '../../ui/icon.tsx';
import { Banner, Credit } from '../../ui/shell/brand.tsx';
import './gate.css';

/** The frame of every page outside the layout: one card in the middle, the credit at the foot. */
export function Gate({ children }: { children: ReactNode }) {
  const team = useConfig().data?.team ?? 'Cyno contributors';
  return (
    <div className="gate">
      <main className="gate-center">
        <Card className="gate-card">
          <Banner />
          {children}
        </Card>
      </main>
      <footer className="gate-foot">
        <Credit team={team} height={16} />
      </footer>
    </div>
  );
}

type GateSignProps = { icon: ComponentProps<typeof Icon>['of']; tone?: 'neutral' | 'success' | 'warning' };

/** The picture above a page's title: what kind of news it is, at a glance. */
export function GateSign({ icon, tone = 'neutral' }: GateSignProps) {
  return (
    <span className={`gate-sign gate-sign-${tone}`}>
      <Icon of={icon} />
    </span>
  );
}

type GateNoticeProps = Partial<GateSignProps> & {
  title: string;
  children: ReactNode;
  actions?: ReactNode;
};

/** A page outside the layout that says one thing and offers one way on. */
export function GateNotice({ title, icon, tone, children, actions }: GateNoticeProps) {
  return (
    <Gate>
      {icon && <GateSign icon={icon} tone={tone} />}
      <h1 className="gate-title">{title}</h1>
      <p className="gate-text">{children}</p>
      {actions && <div className="gate-actions">{actions}</div>}
    </Gate>
  );
}
