import { createContext, use } from 'react';
import type { Me } from '#contract/user.ts';
import { get } from '#portal/api/request.ts';

export const readMe = () => get<Me>('/api/v1/me');

export const MeContext = createContext<Me | null>(null);

export const useMe = (): Me => {
  const me = use(MeContext);
  if (!me) throw new Error('No user is signed in.');
  return me;
};

/** Whether the user has a permission tenant-wide or in at least one team. The server checks the exact scope. */
export const hasPermission = ({ permissions }: Me, permission: string): boolean =>
  permissions.tenant.includes(permission) || permissions.teams.includes(permission);

export const useHasPermission = (permission: string): boolean => hasPermission(useMe(), permission);
