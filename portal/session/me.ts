import { createContext, use } from 'react';
import { get } from '#portal/api/request.ts';

/** Who sits before the portal (GET /api/v1/me). */
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
  if (!me) throw new Error('Nobody is signed in here.');
  return me;
};

/** Whether somebody holds a permission, over the tenant or within teams; what exactly is allowed the server says. */
export const mayDo = ({ permissions }: Me, permission: string): boolean =>
  permissions.tenant.includes(permission) || permissions.teams.includes(permission);

export const useMay = (permission: string): boolean => mayDo(useMe(), permission);
