import type { Blueprint } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { EmptyState } from '../../../ui/cards/states.tsx';
import { BuiltInList } from '../blueprints/index.ts';
import './no-automations.css';

type NoAutomationsProps = {
  /** Whether what a new one begins with is still fetched. */
  isBeginning: boolean;
  onBegin: () => void;
  /** Null: it is pasted, or read from a file. */
  onImport: (blueprint: Blueprint | null) => void;
};

/** What stands where there is no automation yet: what one is, and blueprints to begin with. */
export function NoAutomations({ isBeginning, onBegin, onImport }: NoAutomationsProps) {
  return (
    <EmptyState
      title={t`No automations yet`}
      actions={
        <div className="no-automations">
          <BuiltInList onChoose={onImport} />
          <div className="no-automations-buttons">
            <Button variant="primary" icon={IconPlus} busy={isBeginning} onClick={onBegin}>
              {t`Add automation`}
            </Button>
            <Button onClick={() => onImport(null)}>{t`Import a blueprint`}</Button>
          </div>
        </div>
      }
    >
      {t`A timer does something at a time of the day; a rule does something when a value passes a limit. Start from a blueprint:`}
    </EmptyState>
  );
}
