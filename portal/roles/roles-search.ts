import { present } from '#portal/frame/search-values.ts';

/** Which role is open for editing: its id, or that of a new one. */
export type RolesSearch = { role?: number | 'new' | undefined };

export const parseRolesSearch = ({ role }: Record<string, unknown>): RolesSearch =>
  present({
    role:
      role === 'new'
        ? role
        : Number.isSafeInteger(role) && (role as number) > 0
          ? (role as number)
          : undefined,
  });
