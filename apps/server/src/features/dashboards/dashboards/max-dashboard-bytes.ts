/** A dashboard keeps small pictures in itself, of at most 50 KB each, and texts of 4,000 characters. */
export const maxDashboardBytes = 256 * 1024;
