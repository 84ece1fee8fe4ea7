/** What JSON can carry unchanged; a field that it cannot carry becomes `never`. */
type Json<Value> = Value extends string | number | boolean | null | undefined
  ? Value
  : Value extends
        | symbol
        | bigint
        | ((...args: never[]) => unknown)
        | Date
        | ReadonlyMap<unknown, unknown>
        | ReadonlySet<unknown>
    ? never
    : { [Key in keyof Value]: Json<Value[Key]> };

/** The field of a payload that names the device or the account that it is about. */
type KeyOf<Payload> = Extract<keyof Payload, 'deviceId' | 'accountId'>;

/**
 * Who has to hear of an event. `node`: only this server, because it is about this server alone, or because each one learns of it from the
 * database. `cluster`: every server; its payload is plain JSON, and `key` is the field by which those that need it can be found.
 */
type Reach<Payload> =
  | { readonly scope: 'node' }
  | (Payload extends Json<Payload> ? { readonly scope: 'cluster'; readonly key: KeyOf<Payload> } : never);

declare const payloadType: unique symbol;

/** The name, scope and payload of something that a feature publishes. */
export interface EventDefinition<Payload> {
  readonly name: string;
  readonly scope: 'node' | 'cluster';
  readonly key?: string;
  readonly [payloadType]?: Payload;
}

/** Defines an event; `name` is what it is about and what happened to it, such as `share.changed`. */
export function defineEvent<Payload>(name: string, reach: Reach<Payload>): EventDefinition<Payload> {
  return { name, ...reach };
}
