import type { Invoice } from '@cyno/contract';
import { t } from '@lingui/core/macro';
import { formatDate } from '../../../lib/format/format.ts';
import { Card } from '../../../ui/cards/card.tsx';
import { Badge } from '../../../ui/status/badge.tsx';
import './invoices-card.css';
import { formatAmount } from './plan-texts.ts';

function stateLabel(status: Invoice['status']): string {
  switch (status) {
    case 'draft':
      return t`Draft`;
    case 'open':
      return t`Unpaid`;
    case 'paid':
      return t`Paid`;
    case 'uncollectible':
      return t`Not paid`;
    case 'void':
      return t`Cancelled`;
  }
}

/** Invoices, newest first. */
export function InvoicesCard({ invoices }: { invoices: Invoice[] }) {
  return (
    <Card className="invoices" aria-labelledby="invoices-title">
      <h2 id="invoices-title">{t`Invoices`}</h2>
      {invoices.length === 0 ? (
        <p className="invoices-none">{t`No invoices yet. You get one with each payment.`}</p>
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
  const name = number ?? t`invoice`;
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
            {stateLabel(status)}
          </Badge>
        )}
      </span>
      <span className="invoice-amount">{formatAmount(amountMinor, currency)}</span>
      <span className="invoice-links">
        {status === 'open' && pageUrl && (
          <a className="link" href={pageUrl} target="_blank" rel="noopener noreferrer" aria-label={t`Pay ${name}`}>
            {t`Pay`}
          </a>
        )}
        {pdfUrl && (
          <a className="link" href={pdfUrl} target="_blank" rel="noopener noreferrer" aria-label={t`${name} as PDF`}>
            {t`PDF`}
          </a>
        )}
      </span>
    </li>
  );
}
