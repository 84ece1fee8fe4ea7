import type { BlueprintInput, BlueprintPart } from '@cyno/contract';
import type { Json } from './placeholders.ts';

/** Something that who imports a blueprint may choose. */
interface Offer {
  /** What it is, so that the same thing becomes one input; undefined: each is one of its own. */
  readonly thing?: string;
  /** What the input is called, unless that is taken. */
  readonly id: string;
  readonly label: string;
  /** It has to be an input. */
  readonly always?: boolean;
  /** What stands in the definition when it is none. */
  readonly literal: Json;
  input(common: { readonly id: string; readonly label: string }): BlueprintInput;
}

const maxIdLength = 28;

/** The inputs of a blueprint that is exported, and what else could be one. */
export class InputCollection {
  readonly inputs: BlueprintInput[] = [];
  readonly parts: BlueprintPart[] = [];
  readonly #chosen: ReadonlySet<string> | null;
  readonly #known = new Map<string, string>();

  /** `chosen`: the ids of those that become inputs; null: all. */
  constructor(chosen: readonly string[] | null) {
    this.#chosen = chosen && new Set(chosen);
  }

  /** Takes up what may be an input, and returns its id. */
  add({ thing, label, always = false, input, ...offer }: Omit<Offer, 'literal'>): string {
    const known = thing === undefined ? undefined : this.#known.get(thing);
    if (known !== undefined) return known;
    const id = this.#freeId(offer.id);
    const made = input({ id, label });
    const isInput = always || this.#chosen === null || this.#chosen.has(id);
    this.parts.push({ id, kind: made.kind, label, always, isInput });
    if (isInput) this.inputs.push(made);
    if (thing !== undefined) this.#known.set(thing, id);
    return id;
  }

  /** What stands in the definition: the placeholder of an input, or the value itself. */
  put({ literal, ...offer }: Offer): Json {
    const id = this.add(offer);
    return this.isInput(id) ? { input: id } : literal;
  }

  isInput(id: string): boolean {
    return this.inputs.some((input) => input.id === id);
  }

  #freeId(wanted: string): string {
    const letters = wanted.toLowerCase().replaceAll(/[^a-z0-9]+/g, '_');
    const id = letters.replaceAll(/^[^a-z]+|_+$/g, '').slice(0, maxIdLength) || 'input';
    const isTaken = (one: string) => this.parts.some((part) => part.id === one);
    let free = id;
    for (let count = 2; isTaken(free); count += 1) free = `${id}_${count}`;
    return free;
  }
}
