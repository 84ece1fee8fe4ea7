import type { ComponentProps, ReactNode } from 'react';
import './card.css';

/** The plain surface that everything stands on; never put one into another. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={['card', className].filter(Boolean).join(' ')} />;
}

type CardHeadProps = { title: ReactNode; sub?: ReactNode; children?: ReactNode };

/** The first line of a card: its title, a grey remark, and its actions as children. */
export function CardHead({ title, sub, children }: CardHeadProps) {
  return (
    <div className="card-head">
      <h2>{title}</h2>
      {sub && <span className="card-head-sub">{sub}</span>}
      {children}
    </div>
  );
}
