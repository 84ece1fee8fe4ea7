/** The part that is used here: https://www.w3.org/TR/trusted-types/#trusted-type-policy-factory */
type TrustedTypes = { createPolicy(name: 'default', rules: { createHTML(text: string): string | null }): unknown };

/**
 * Lets scripts empty an element with `innerHTML = ''`, which the pages' Trusted Types refuse like any other text: React Aria does so with
 * what it announced, when the field of a time is left. Every other text is still refused.
 */
export function allowEmptyHtml(): void {
  const { trustedTypes } = window as Window & { trustedTypes?: TrustedTypes };
  trustedTypes?.createPolicy('default', { createHTML: (text) => (text === '' ? '' : null) });
}
