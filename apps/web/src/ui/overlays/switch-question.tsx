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
          <Button onClick={onClose}>Cancel</Button>
          <Button
            variant="primary"
            onClick={() => {
              onSwitch();
              onClose();
            }}
          >
            Switch
          </Button>
        </>
      }
    >
      <p>
        You wanted to be asked before this is switched.
        {!online && ' The board is offline: the command waits for it, an hour at most.'}
      </p>
    </Dialog>
  );
}
