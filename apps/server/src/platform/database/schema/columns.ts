import { customType, timestamp } from 'drizzle-orm/pg-core';

/** An instant with milliseconds. */
export const instant = (name: string) => timestamp(name, { withTimezone: true, precision: 3 });

export const bytes = customType<{ data: Buffer }>({ dataType: () => 'bytea' });
