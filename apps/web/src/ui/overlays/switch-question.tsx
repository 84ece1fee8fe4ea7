import { t } from '@lingui/core/macro';
import { Button } from '../buttons/button.tsx';
import { Dialog } from './dialog.tsx';

type SwitchQuestionProps = {
  /** The command as text: `Exhaust fan on`. */
  text: string;
  online: boolean;
  onSwitch: () => void;
  onClose: () => void;
};

/** Confirms before something is switched that its owner locked. */
export function SwitchQuestion({ text, online, onSwitch, onClose }: SwitchQuestionProps) {
  return (
    <Dialog
      title={`${text}?`}
      isOpen
      role="alertdialog"
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t`Cancel`}</Button>
          <Button
            variant="primary"
            onClick={() => {
              onSwitch();
              onClose();
            }}
          >
            {t`Switch`}
          </Button>
        </>
      }
    >
      <p>
        {online
          ? t`This output is locked: confirm each command.`
          : t`This output is locked: confirm each command. The device is offline, so the command waits for up to an hour.`}
      </p>
    </Dialog>
  );
}
