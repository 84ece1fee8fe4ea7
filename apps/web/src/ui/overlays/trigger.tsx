import type { ComponentProps, ReactElement } from 'react';
import { Pressable } from 'react-aria-components/Pressable';

/** Any element that takes the attributes and the ref of a button, for example `Button` or `IconButton`. */
export type TriggerElement = ReactElement<ComponentProps<'button'>>;

/** Lets one of our own buttons open an overlay of React Aria. */
export function Trigger({ children }: { children: TriggerElement }) {
  return <Pressable>{children as ComponentProps<typeof Pressable>['children']}</Pressable>;
}
