import { createContext } from 'react';

/** What the device of a widget is called where widgets of several devices stand next to each other; null: it need not be shown. */
export const WidgetDevice = createContext<string | null>(null);
