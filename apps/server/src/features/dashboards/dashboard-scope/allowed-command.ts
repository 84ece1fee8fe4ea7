import type { PublicCommandRequest, WidgetContent, WidgetTarget } from '@cyno/contract';
import type { DashboardScope, ScopedDevice } from './dashboard-scope.ts';

type ControlContent = Extract<WidgetContent, { target: WidgetTarget }>;

/** Whether some control that is exposed can send this: its own target, and a value that it offers. */
export function isAllowed(
  { exposed }: DashboardScope,
  { widgets }: ScopedDevice,
  command: PublicCommandRequest,
): boolean {
  return widgets.some(
    ({ id, content }) =>
      exposed.has(id) && 'target' in content && targets(content.target, command) && offers(content, command),
  );
}

function targets(target: WidgetTarget, command: PublicCommandRequest): boolean {
  if (target.kind === 'event') return command.kind === 'event' && command.name === target.name;
  const [pin] = command.kind === 'io' ? command.pins : [];
  return pin?.pin === target.pin && pin.mode === target.mode;
}

function offers(content: ControlContent, command: PublicCommandRequest): boolean {
  const value = command.kind === 'event' ? command.value : String(command.pins[0]?.value);
  switch (content.type) {
    case 'switch':
      return value === '0' || value === '1';
    case 'button':
      return value === content.value;
    case 'choice':
      return content.options.some((option) => option.value === value);
    case 'slider':
    case 'number':
      return isWithin(content, value) && isStep(content, Number(value));
    // It counts from what was reported, which may be anything.
    case 'stepper':
      return isWithin(content, value);
    case 'colour':
      return content.format === 'hex'
        ? /^#[0-9a-f]{6}$/i.test(value)
        : /^(\d{1,3};){2}\d{1,3}$/.test(value) && value.split(';').every((part) => Number(part) <= 255);
    // They are made to send any text.
    case 'message':
    case 'terminal':
      return true;
  }
}

const isWithin = ({ min, max }: { min: number; max: number }, value: string): boolean =>
  /^-?\d+(\.\d+)?$/.test(value) && Number(value) >= min && Number(value) <= max;

/** Pages send six decimals. */
const tolerance = 1e-6;

/** Whether a value is a whole number of steps above the lowest one, or the highest. */
function isStep({ min, max, step }: { min: number; max: number; step: number }, value: number): boolean {
  const nearest = min + Math.round((value - min) / step) * step;
  return value === max || Math.abs(value - nearest) <= tolerance;
}
