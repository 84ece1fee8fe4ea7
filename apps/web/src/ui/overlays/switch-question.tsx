import { t } from '@lingui/core/macro';
import { Question } from './question.tsx';

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
    <Question title={t`${text}?`} confirmLabel={t`Switch`} onConfirm={onSwitch} onClose={onClose}>
      {online
        ? t`This output is locked: confirm each command.`
        : t`This output is locked: confirm each command. The device is offline, so the command waits for up to an hour.`}
    </Question>
  );
}
