import type { NewRole, PermissionList, Role, RolePage, RolePatch } from '#contract/role.ts';
import { readAllPages } from './read-all-pages.ts';
import { get, patch, post, remove } from './request.ts';

const ROLES = '/api/v1/roles';

export const listRoles = () =>
  readAllPages(
    (after) => get<RolePage>(ROLES, { query: { after, limit: 500 } }),
    ({ roles }) => roles,
  );
export const listPermissions = async () => (await get<PermissionList>('/api/v1/permissions')).permissions;
export const createRole = (role: NewRole) => post<Role>(ROLES, role);
export const editRole = (id: number, change: RolePatch, revision: number) =>
  patch<Role>(`${ROLES}/${id}`, change, { revision });
export const deleteRole = ({ id, revision }: Role) => remove<unknown>(`${ROLES}/${id}`, { revision });
