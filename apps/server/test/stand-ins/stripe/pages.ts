import type { IncomingMessage, ServerResponse } from 'node:http';
import { type Form, textOf } from './form.ts';
import type { StripeWorld } from './world.ts';

interface PageRequest {
  readonly request: IncomingMessage;
  readonly response: ServerResponse;
  readonly url: URL;
  readonly form: Form;
}

/** The pages that people see at Stripe, as plain as can be: checkout, an invoice, the customer portal. */
export function handlePage(world: StripeWorld, page: PageRequest): void {
  const [, kind = '', id = ''] = page.url.pathname.split('/');
  const action = page.request.method === 'POST' ? textOf(page.form, 'action') : undefined;
  const response =
    kind === 'checkout'
      ? checkout(world, id, action)
      : kind === 'invoice'
        ? invoice(world, id, action)
        : kind === 'portal'
          ? portal(world, id, action)
          : undefined;
  if (response === undefined) {
    page.response.writeHead(404, { 'content-type': 'text/plain' }).end('There is nothing here.');
  } else if (typeof response === 'string') {
    page.response.writeHead(200, { 'content-type': 'text/html; charset=utf-8' }).end(response);
  } else page.response.writeHead(303, { location: response.goTo }).end();
}

type PeerResponse = string | { goTo: string } | undefined;

function checkout(world: StripeWorld, id: string, action: string | undefined): PeerResponse {
  const session = world.sessions.get(id);
  if (session?.status !== 'open') return undefined;
  if (action === 'back') return { goTo: session.cancel_url };
  if (action === 'pay') {
    if (!world.cardsWork) return html('Checkout', 'Your card was declined.', ['pay', 'Pay'], ['back', 'Back']);
    world.completeSession(session);
    return { goTo: session.success_url };
  }
  return html('Checkout', priceText(world, session.price), ['pay', 'Pay'], ['back', 'Back']);
}

function invoice(world: StripeWorld, id: string, action: string | undefined): PeerResponse {
  const found = world.invoices.get(id);
  if (!found) return undefined;
  if (action === 'pay' && found.status === 'open') world.pay(found);
  return found.status === 'open'
    ? html(`Invoice ${found.number}`, found.description, ['pay', 'I have paid with PromptPay'])
    : html(`Invoice ${found.number}`, `This invoice is ${found.status}.`);
}

function portal(world: StripeWorld, id: string, action: string | undefined): PeerResponse {
  const found = world.portals.get(id);
  if (!found) return undefined;
  const subscription = [...world.subscriptions.values()]
    .reverse()
    .find(({ customer, status }) => customer === found.customer && status !== 'canceled');
  if (action === 'return') return { goTo: found.returnUrl };
  if (subscription && action === 'cancel') world.update(subscription, { cancel_at_period_end: true });
  if (subscription && action === 'resume') world.update(subscription, { cancel_at_period_end: false });
  if (subscription && action?.startsWith('price ')) world.update(subscription, { price: action.slice(6) });
  if (action !== undefined) return { goTo: `/portal/${id}` };
  if (!subscription) return html('Portal', 'There is no subscription.', ['return', 'Return to Cyno']);
  const other = Object.keys(world.prices).filter((price) => price !== subscription.price);
  return html(
    'Portal',
    `${priceText(world, subscription.price)}, ${subscription.status}${subscription.cancel_at_period_end ? ', ends soon' : ''}`,
    subscription.cancel_at_period_end ? ['resume', 'Do not cancel'] : ['cancel', 'Cancel subscription'],
    ...other.map((price): Choice => [`price ${price}`, `Change to ${world.prices[price]?.name}`]),
    ['return', 'Return to Cyno'],
  );
}

const priceText = (world: StripeWorld, price: string): string => {
  const { name, amount } = world.prices[price] ?? { name: '?', amount: 0 };
  return `${name}, ฿${(amount / 100).toFixed(2)} a month`;
};

type Choice = [action: string, label: string];

const html = (title: string, text: string, ...choices: Choice[]): string => `<!doctype html>
<html lang="en"><meta charset="utf-8"><title>${title} (Stripe stand-in)</title>
<h1>${title}</h1><p>${text}</p>
<form method="post">${choices.map(([action, label]) => `<button name="action" value="${action}">${label}</button>`).join(' ')}</form></html>`;
