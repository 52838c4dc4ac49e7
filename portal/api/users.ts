import type { ApiTokenList, CreatedApiToken, NewApiToken } from '#contract/api-token.ts';
import type { CreatedPasswordLink, LinkPurpose } from '#contract/password-link.ts';
import type { NewUser, UserDetails, UserPage, UserPatch, UserQuery } from '#contract/user.ts';
import type { Language } from '#i18n/languages.ts';
import { get, patch, post, remove } from './request.ts';

const USERS = '/api/v1/users';

export const listUsers = (query: UserQuery) => get<UserPage>(USERS, { query });
export const readUser = (id: number) => get<UserDetails>(`${USERS}/${id}`);
export const createUser = (user: NewUser) => post<UserDetails>(USERS, user);
export const editUser = (id: number, change: UserPatch, revision: number) =>
  patch<UserDetails>(`${USERS}/${id}`, change, { revision });

export const unlockUser = (id: number) => post<unknown>(`${USERS}/${id}/unlock`, undefined);
export const signOutUser = (id: number) => post<unknown>(`${USERS}/${id}/sign-out`, undefined);
export const unlinkIdentities = (id: number) => remove<unknown>(`${USERS}/${id}/external-identities`);

export const confirmLinkRequest = (id: number, requestId: string) =>
  post<unknown>(`${USERS}/${id}/link-requests/${requestId}/confirm`, undefined);
export const rejectLinkRequest = (id: number, requestId: string) =>
  remove<unknown>(`${USERS}/${id}/link-requests/${requestId}`);

export const createPasswordLink = (
  id: number,
  link: { purpose: LinkPurpose; delivery: 'email' | 'link'; language: Language },
) => post<CreatedPasswordLink>(`${USERS}/${id}/password-links`, link);
export const revokePasswordLink = (id: number) => remove<unknown>(`${USERS}/${id}/password-links`);

export const listApiTokens = (id: number) => get<ApiTokenList>(`${USERS}/${id}/tokens`);
export const createApiToken = (id: number, token: NewApiToken) =>
  post<CreatedApiToken>(`${USERS}/${id}/tokens`, token);
export const deleteApiToken = (id: number, clientId: string) =>
  remove<unknown>(`${USERS}/${id}/tokens/${encodeURIComponent(clientId)}`);
