/** A form as Stripe's API takes it: `items[0][price]=x` becomes `{items: {0: {price: 'x'}}}`. */
export interface Form {
  [name: string]: string | Form;
}

/** Reads `application/x-www-form-urlencoded` with nested names. */
export function parseForm(text: string): Form {
  const form: Form = {};
  for (const [name, value] of new URLSearchParams(text)) {
    const path = name.split(/\]?\[|\]$/).filter((part) => part !== '');
    const last = path.pop() ?? '';
    let at = form;
    for (const part of path) {
      const inner = at[part];
      const next: Form = typeof inner === 'object' ? inner : {};
      at[part] = next;
      at = next;
    }
    at[last || String(Object.keys(at).length)] = value;
  }
  return form;
}

export const textOf = (form: Form, name: string): string | undefined => {
  const value = form[name];
  return typeof value === 'string' ? value : undefined;
};

export const formOf = (form: Form, name: string): Form => {
  const value = form[name];
  return typeof value === 'object' ? value : {};
};

export const listOf = (form: Form, name: string): (string | Form)[] => Object.values(formOf(form, name));

/** Only the texts of a form, as in `metadata`. */
export const textsOf = (form: Form): Record<string, string> =>
  Object.fromEntries(
    Object.entries(form).flatMap(([name, value]) => (typeof value === 'string' ? [[name, value]] : [])),
  );
