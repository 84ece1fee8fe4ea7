import type { MessageDescriptor } from '@lingui/core';

/** What a route defines about itself; `title` stands before the product's name in the browser's tab. */
export type RouteHandle = { title?: MessageDescriptor };
