import { parsePositiveInteger, withoutUndefined } from '#portal/ui/search-values.ts';

/** The ID of the role in the drawer, or `new`. */
export type RolesSearch = { role?: number | 'new' | undefined };

export const parseRolesSearch = ({ role }: Record<string, unknown>): RolesSearch => {
  if (role === 'new') return { role };
  return withoutUndefined({ role: typeof role === 'number' ? parsePositiveInteger(role) : undefined });
};
