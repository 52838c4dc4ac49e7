import { parsePositiveInteger, withoutUndefined } from '#portal/ui/search-values.ts';

/** The role in the drawer: its ID, or `new`. */
export type RolesSearch = { role?: number | 'new' | undefined };

export const parseRolesSearch = ({ role }: Record<string, unknown>): RolesSearch =>
  withoutUndefined({ role: role === 'new' ? role : parsePositiveInteger(role) });
