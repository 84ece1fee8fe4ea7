import type { DifferenceReason, DifferenceValues, OutputMode, ProjectDifference } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDuration } from '../../../lib/format/format.ts';

type Finding = ProjectDifference['devices'][number]['findings'][number];
type Write<Values> = (values: Values) => string;

const outputLabel = ({ pin, name }: DifferenceValues['missing_output']) =>
  name === '' ? t`Pin ${pin}` : t`Pin ${pin} (${name})`;
const modeTexts = (): Record<OutputMode, string> => ({
  digit: t`on and off`,
  pwm: t`pulse width`,
  DAC: t`voltage`,
});

const texts: { readonly [Reason in DifferenceReason]: Write<DifferenceValues[Reason]> } = {
  never_connected: () => t`This board was never connected. Upload the sketch and wait until it appears.`,
  no_values: () => t`The board sends no values. Upload the sketch, and look at the Console tab.`,
  silent_board: ({ sinceMs }) =>
    t`The board is connected and has sent no values for ${{ time: formatDuration(sinceMs) }}. Look at its sensors.`,
  silent_variable: ({ key, sinceMs }) =>
    t`“${key}” has not come for ${{ time: formatDuration(sinceMs) }}, while other values did. Look at its sensor.`,
  never_sent: ({ key }) =>
    t`The sketch declares “${key}”, and the board does not send it. Upload this sketch, and look at the sensor.`,
  other_capitals: ({ key, sent }) =>
    t`The sketch declares “${key}”, and the board sends “${sent}”: capitals count. Write it the same way in both.`,
  undeclared_variable: ({ key }) =>
    t`The board sends “${key}”, which the sketch does not declare. Add it to the project, or upload this sketch.`,
  other_board: ({ board, family }) =>
    family === 'other'
      ? t`The sketch is for ${board}, and this is another kind of board. Choose its board in the project, or link another device.`
      : t`The sketch is for ${board}, and this is an ${{ chip: family.toUpperCase() }}. Choose its board in the project, or link another device.`,
  old_library: ({ version, wanted }) =>
    t`The board runs version ${version} of the library. Update the CynoIOT library to ${wanted} and upload the sketch again.`,
  unknown_library: ({ wanted }) =>
    t`The board did not report its version of the library, so it is older than ${wanted}. Update the CynoIOT library and upload the sketch again.`,
  board_template: ({ board }) =>
    t`The board announces the dashboard “${board}”, and the sketch none. It runs another sketch: upload this one.`,
  sketch_template: ({ sketch }) =>
    t`The sketch announces the dashboard “${sketch}”, and the board none. Upload this sketch.`,
  other_template: ({ sketch, board }) =>
    t`The sketch announces the dashboard “${sketch}”, and the board “${board}”. It runs another sketch: upload this one.`,
  template_version: ({ name, sketch, board }) =>
    t`The sketch announces version ${sketch} of the dashboard “${name}”, and the board version ${board}. Upload this sketch.`,
  missing_output: (values) =>
    t`${{ output: outputLabel(values) }} is not set up on the Control tab yet. Add it there to switch it.`,
  other_mode: (values) => {
    const [sketch, control] = [modeTexts()[values.sketch], modeTexts()[values.control]];
    return t`${{ output: outputLabel(values) }} is ${sketch} in the sketch and ${control} on the Control tab. Choose the same in both.`;
  },
  undeclared_output: (values) =>
    t`${{ output: outputLabel(values) }} is on the Control tab, and the sketch does not declare it. Add it to the project, or remove it there.`,
  missing_events: ({ names }) => t`The Control tab does not have ${names} yet. Add it there to operate it.`,
  undeclared_event: ({ name }) =>
    t`The board reported the event “${name}”, which the sketch does not declare. Add it to the project, or upload this sketch.`,
};

/** What is different and what to do, in the language of the page. */
export const differenceText = ({ reason, values }: Finding): string =>
  (texts[reason] as Write<Finding['values']>)(values);
