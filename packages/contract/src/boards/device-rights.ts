/** The roles in the order of what they allow: each may do what those before it may. */
const roles = ['viewer', 'operator', 'manager', 'owner'] as const;
/** What actions need, in the order of the roles that first have it. */
const rights = ['view', 'operate', 'manage', 'own'] as const;

/** Whether a role includes a right. */
export const hasRight = (role: (typeof roles)[number], right: (typeof rights)[number]): boolean =>
  roles.indexOf(role) >= rights.indexOf(right);
