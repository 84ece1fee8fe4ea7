import type { Device } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { IconPlus } from '@tabler/icons-react';
import { Button } from '../../../ui/buttons/button.tsx';
import { Checkbox } from '../../../ui/fields/mark.tsx';
import { Popover } from '../../../ui/overlays/popover.tsx';
import { type HistoryView, nameOf } from './history-address.ts';
import { drawable } from './history-lines.ts';

type VariablesProps = { devices: readonly Device[]; view: HistoryView; onChange: (view: HistoryView) => void };

const maxVariables = 12;

/** A button that opens the variables of all devices of the account. */
export function VariablePicker(props: VariablesProps) {
  return (
    <Popover
      label={t`Variables`}
      placement="bottom start"
      trigger={
        <Button size="small" icon={IconPlus}>
          {t`Variables`}
        </Button>
      }
    >
      <div className="history-picker">
        <VariableChoices {...props} />
      </div>
    </Popover>
  );
}

/** Chooses among the variables of all devices of the account. */
export function VariableChoices({ devices, view, onChange }: VariablesProps) {
  const chosen = new Set(view.variables.map(nameOf));
  return devices.map((device) => {
    const variables = drawable(device);
    if (variables.length === 0) return null;
    return (
      <fieldset key={device.espid}>
        <legend>{device.name}</legend>
        {variables.map(({ key, label, unit }) => {
          const name = nameOf({ espid: device.espid, key });
          return (
            <label key={key}>
              <Checkbox
                checked={chosen.has(name)}
                disabled={!chosen.has(name) && chosen.size >= maxVariables}
                onChange={({ target }) =>
                  onChange({
                    ...view,
                    variables: target.checked
                      ? [...view.variables, { espid: device.espid, key }]
                      : view.variables.filter((each) => nameOf(each) !== name),
                  })
                }
              />
              {label} <span className="muted">{unit}</span>
            </label>
          );
        })}
      </fieldset>
    );
  });
}
