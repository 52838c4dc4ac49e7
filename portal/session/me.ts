import { createContext, use } from 'react';
import { get } from '#portal/api/request.ts';

/** The signed-in user (GET /api/v1/me). */
export type Me = {
  id: number;
  userName: string;
  name: string;
  surname: string;
  emailAddress: string | null;
  tenancyName: string;
  roles: string[];
  permissions: { tenant: string[]; teams: string[] };
  teamIds: string[];
};

export const readMe = () => get<Me>('/api/v1/me');

export const MeContext = createContext<Me | null>(null);

export const useMe = (): Me => {
  const me = use(MeContext);
  if (!me) throw new Error('No user is signed in.');
  return me;
};

/** Whether a user has a permission, for the tenant or within teams. The server checks the exact scope. */
export const hasPermission = ({ permissions }: Me, permission: string): boolean =>
  permissions.tenant.includes(permission) || permissions.teams.includes(permission);

export const useHasPermission = (permission: string): boolean => hasPermission(useMe(), permission);
