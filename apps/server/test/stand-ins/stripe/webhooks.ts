import Stripe from 'stripe';
import type { StandInEvent } from './world.ts';

const attempts = 5;
const retryMs = 200;

/** Sends events to the server as Stripe does: signed, one after the other, and again when they are not taken. */
export class Webhooks {
  url = '';
  /** Sent at once, held until `takeHeld`, or lost. */
  mode: 'send' | 'hold' | 'drop' = 'send';
  delayMs = 0;
  /** How often each event is sent. */
  times = 1;
  readonly #secret: string;
  readonly #clock: { now(): number };
  readonly #held: StandInEvent[] = [];
  #sending: Promise<void> = Promise.resolve();

  constructor(secret: string, clock: { now(): number }) {
    this.#secret = secret;
    this.#clock = clock;
  }

  add(event: StandInEvent): void {
    if (this.mode === 'hold') this.#held.push(event);
    if (this.mode !== 'send' || this.url === '') return;
    this.#sending = this.#sending.then(async () => {
      await wait(this.delayMs);
      for (let time = 0; time < this.times; time++) await this.#sendUntilTaken(event);
    });
  }

  /** The events that were held back, which are forgotten here. */
  takeHeld(): StandInEvent[] {
    return this.#held.splice(0);
  }

  /** Resolves when all events were taken, or given up. */
  sent(): Promise<void> {
    return this.#sending;
  }

  /** Sends one event once; `forged` makes what must be refused. */
  async deliver(event: StandInEvent, forged: { signedAt?: number; secret?: string; payload?: string } = {}) {
    const payload = JSON.stringify(event);
    const signature = Stripe.webhooks.generateTestHeaderString({
      payload,
      secret: forged.secret ?? this.#secret,
      timestamp: Math.floor((forged.signedAt ?? this.#clock.now()) / 1000),
    });
    const response = await fetch(this.url, {
      method: 'POST',
      headers: { 'content-type': 'application/json; charset=utf-8', 'stripe-signature': signature },
      body: forged.payload ?? payload,
    });
    return { status: response.status, text: await response.text() };
  }

  async #sendUntilTaken(event: StandInEvent): Promise<void> {
    for (let attempt = 0; attempt < attempts; attempt++) {
      const status = await this.deliver(event).then(
        (response) => response.status,
        () => 0,
      );
      if (status === 200) return;
      await wait(retryMs);
    }
  }
}

const wait = (ms: number) => new Promise((resolve) => setTimeout(resolve, ms));
