import type { ComponentProps } from 'react';
import './card.css';

/** The plain surface that everything stands on; never put one into another. */
export function Card({ className, ...rest }: ComponentProps<'section'>) {
  return <section {...rest} className={['card', className].filter(Boolean).join(' ')} />;
}
