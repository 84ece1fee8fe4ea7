import { because } from '../../../platform/errors.ts';
import type { ActiveFormula, FormulaInput, StoredFormula } from './active-formula.ts';

/** A device as formulas of other devices see it. */
interface FormulaDevice {
  readonly id: number;
  readonly accountId: number;
  readonly name: string;
  /** Nothing of it is stored. */
  readonly paused: boolean;
}

/** What is known of devices, and who may view them now. */
export interface FormulaDevices {
  findById(id: number): FormulaDevice | undefined;
  mayView(accountId: number, device: FormulaDevice): boolean;
}

/** Who reads or writes formulas of a device. */
export interface FormulaCaller {
  readonly accountId: number;
  /** A device of the same owner that they may view: nobody reads through a formula what they may not view. */
  findDevice(espid: string): { readonly id: number } | undefined;
}

/** A variable of a device. */
export interface Place {
  readonly deviceId: number;
  readonly key: string;
}

/** A sentence, and what a client needs to word it itself. */
type FormulaProblem = { readonly message: string } & ReturnType<typeof because>;

const described = (device: string): string => (device === '' ? 'another device' : `the device “${device}”`);

/**
 * Which devices formulas may read, decided again with each value: those of the same owner that the author may view. And what others
 * learn of them: nothing of a device that they may not view themselves.
 */
export class FormulaRights {
  readonly #hasVariable: (deviceId: number, key: string) => boolean;
  /** Until it is known who may view which device, no formula reads another one. */
  #devices: FormulaDevices | null = null;

  constructor(hasVariable: (deviceId: number, key: string) => boolean) {
    this.#hasVariable = hasVariable;
  }

  useDevices(devices: FormulaDevices): void {
    this.#devices = devices;
  }

  isOwnedBy(deviceId: number, accountId: number): boolean {
    return this.#find(deviceId)?.accountId === accountId;
  }

  mayRead(row: StoredFormula): boolean {
    return (
      this.#find(row.deviceId)?.paused === false && row.inputs.every((input) => this.#refusalOf(row, input) === null)
    );
  }

  /** Why a formula computes nothing; null: it does. */
  problemOf({ formula, row }: ActiveFormula, viewerId: number): FormulaProblem | null {
    if (formula === null) {
      return { message: 'The formula cannot be read any more. Write it again.', ...because('formula_unreadable') };
    }
    const refused = row.inputs.find((input) => this.#refusalOf(row, input) !== null);
    if (refused) {
      const device = this.#deviceName(refused, row, viewerId);
      const name = described(device);
      return this.#refusalOf(row, refused) === 'gone'
        ? {
            message: `It reads ${name}, which is deleted or belongs to somebody else now. Change the formula.`,
            ...because('formula_input_gone', { device }),
          }
        : {
            message: `Its author may not view ${name} any more. Save the formula again to continue with your own rights.`,
            ...because('formula_author_lost', { device }),
          };
    }
    const missing = row.inputs.find(({ deviceId, key }) => !this.#hasVariable(deviceId, key));
    if (!missing) return null;
    const { key } = missing;
    if (missing.deviceId === row.deviceId) {
      const message = `It reads “${key}”, which its device does not have any more.`;
      return { message, ...because('formula_variable_gone', { key }) };
    }
    const device = this.#deviceName(missing, row, viewerId);
    const message = `It reads “${key}”, which ${described(device)} does not have any more.`;
    return { message, ...because('formula_variable_gone_of', { key, device }) };
  }

  /** A formula without the ids of devices that are none of the viewer's. */
  visibleFormula({ formula, inputs, deviceId, authorId }: StoredFormula, viewerId: number): string {
    if (viewerId === authorId) return formula;
    const hidden = inputs.filter((input) => input.deviceId !== deviceId && !this.#isVisible(input.deviceId, viewerId));
    return hidden.reduce((text, { device }) => (device ? text.replaceAll(device, '…') : text), formula);
  }

  /** A variable as somebody may know it who reads of another device. */
  nameOf({ deviceId, key }: Place, hereId: number, viewerId: number): string {
    if (deviceId === hereId) return `“${key}”`;
    if (!this.#isVisible(deviceId, viewerId)) return 'a variable of another device';
    return `“${key}” of “${this.#find(deviceId)?.name}”`;
  }

  /** Empty for a device that the viewer may not know. */
  #deviceName({ deviceId, device }: FormulaInput, { authorId }: StoredFormula, viewerId: number): string {
    if (this.#isVisible(deviceId, viewerId)) return this.#find(deviceId)?.name ?? '';
    return viewerId === authorId ? (device ?? '') : '';
  }

  /** Why a formula may not read an input now; null: it may. */
  #refusalOf({ deviceId, authorId }: StoredFormula, input: FormulaInput): 'gone' | 'not allowed' | null {
    if (input.deviceId === deviceId) return null;
    const [own, other] = [this.#find(deviceId), this.#find(input.deviceId)];
    if (!own || !other || own.accountId !== other.accountId) return 'gone';
    return authorId !== null && this.#isVisible(other.id, authorId) ? null : 'not allowed';
  }

  #isVisible(deviceId: number, viewerId: number): boolean {
    const device = this.#find(deviceId);
    return device !== undefined && this.#devices?.mayView(viewerId, device) === true;
  }

  #find(deviceId: number): FormulaDevice | undefined {
    return this.#devices?.findById(deviceId);
  }
}
