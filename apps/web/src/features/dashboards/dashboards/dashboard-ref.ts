/** Whose dashboard is shown and edited: the one of a device, or one of the account. */
export type DashboardRef =
  | { readonly kind: 'device'; readonly espid: string }
  | { readonly kind: 'account'; readonly id: number };
