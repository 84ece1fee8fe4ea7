import type { Invoice } from '@cyno/contract';
import { formatDate } from '../../../lib/format/format.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import './invoices-card.css';
import { formatAmount } from './plan-texts.ts';

const states: Record<Invoice['status'], string> = {
  draft: 'Draft',
  open: 'To be paid',
  paid: 'Paid',
  uncollectible: 'Not paid',
  void: 'Cancelled',
};

/** Invoices, newest first. */
export function InvoicesCard({ invoices }: { invoices: Invoice[] }) {
  return (
    <Card className="invoices" aria-labelledby="invoices-title">
      <h2 id="invoices-title">Invoices</h2>
      {invoices.length === 0 ? (
        <p className="invoices-none">There are none yet. The first one comes with the first payment.</p>
      ) : (
        <ul>
          {invoices.map((invoice) => (
            <InvoiceLine key={invoice.id} invoice={invoice} />
          ))}
        </ul>
      )}
    </Card>
  );
}

function InvoiceLine({ invoice }: { invoice: Invoice }) {
  const { issuedAt, number, description, paidWith, amountMinor, currency, status, pageUrl, pdfUrl } = invoice;
  const name = number ?? 'invoice';
  return (
    <li className="invoice">
      <time dateTime={new Date(issuedAt).toISOString()}>{formatDate(issuedAt)}</time>
      <span className="invoice-number mono">{number}</span>
      <span className="invoice-what">{description}</span>
      <span className="invoice-how">
        {status === 'paid' ? (
          paidWith
        ) : (
          <Badge shape="tag" tone={status === 'open' ? 'warning' : 'neutral'}>
            {states[status]}
          </Badge>
        )}
      </span>
      <span className="invoice-amount">{formatAmount(amountMinor, currency)}</span>
      <span className="invoice-links">
        {status === 'open' && pageUrl && (
          <a className="link" href={pageUrl} target="_blank" rel="noopener noreferrer" aria-label={`Pay ${name}`}>
            Pay
          </a>
        )}
        {pdfUrl && (
          <a className="link" href={pdfUrl} target="_blank" rel="noopener noreferrer" aria-label={`${name} as PDF`}>
            PDF
          </a>
        )}
      </span>
    </li>
  );
}
