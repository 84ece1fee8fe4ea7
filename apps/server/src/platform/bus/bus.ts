import { createQuietLog, type Logger, type QuietLog } from '../log/index.ts';
import type { EventDefinition } from './event-definition.ts';

type Listener<Payload> = (payload: Payload) => unknown;

interface Subscription {
  readonly event: string;
  readonly name: string;
  readonly listener: Listener<never>;
  isEnded: boolean;
}

/**
 * Brings what features publish to those that subscribed, in the order in which they did. A listener that throws, or whose promise
 * rejects, is logged by its name, and stops neither the publisher nor the other listeners.
 */
export class EventBus {
  /** Replaced at each change, so that a listener may subscribe or unsubscribe while it is called. */
  readonly #subscriptions = new Map<EventDefinition<unknown>, readonly Subscription[]>();
  readonly #log: QuietLog;

  constructor({ log }: { log: Logger }) {
    this.#log = createQuietLog(log);
  }

  /** Calls the listeners before it returns; never throws. Its caller has saved its state and queued its work before. */
  publish<Payload>(event: EventDefinition<Payload>, payload: NoInfer<Payload>): void {
    const subscriptions = this.#subscriptions.get(event);
    if (subscriptions === undefined) return;
    for (const subscription of subscriptions) {
      if (subscription.isEnded) continue;
      try {
        const result = (subscription.listener as Listener<Payload>)(payload);
        if (result instanceof Promise) result.catch((error: unknown) => this.#failed(subscription, error));
      } catch (error) {
        this.#failed(subscription, error);
      }
    }
  }

  /** Calls the listener at each event from now on; `name` stands in the log when it fails. Returns how to unsubscribe. */
  subscribe<Payload>(event: EventDefinition<Payload>, name: string, listener: Listener<NoInfer<Payload>>): () => void {
    const subscription: Subscription = { event: event.name, name, listener, isEnded: false };
    this.#subscriptions.set(event, [...(this.#subscriptions.get(event) ?? []), subscription]);
    return () => {
      subscription.isEnded = true;
      const others = this.#subscriptions.get(event)?.filter((one) => one !== subscription) ?? [];
      this.#subscriptions.set(event, others);
    };
  }

  #failed({ event, name }: Subscription, err: unknown): void {
    this.#log('error', 'A listener to an event failed', { err, event, listener: name }, `${event} ${name}`);
  }
}
