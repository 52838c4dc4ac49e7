import type { ApiToken, ApiTokenMade, NewApiToken } from '#contract/api-token.ts';
import type { LinkPurpose, MailLanguage, PasswordLinkMade } from '#contract/password-link.ts';
import type { NewUser, User, UserPatch, UserQuery, WholeUser } from '#contract/user.ts';
import { get, patch, post, remove } from './request.ts';

const USERS = '/api/v1/users';

export const listUsers = (query: UserQuery) => get<{ users: User[]; next: number | null }>(USERS, { query });
export const readUser = (id: number) => get<WholeUser>(`${USERS}/${id}`);
export const createUser = (user: NewUser) => post<WholeUser>(USERS, user);
export const editUser = (id: number, change: UserPatch, revision: number) =>
  patch<WholeUser>(`${USERS}/${id}`, change, { revision });

export const unlockUser = (id: number) => post<unknown>(`${USERS}/${id}/unlock`, undefined);
export const signOutUser = (id: number) => post<unknown>(`${USERS}/${id}/sign-out`, undefined);
export const forgetIdentities = (id: number) => remove<unknown>(`${USERS}/${id}/external-identities`);

export const confirmLinkRequest = (id: number, requestId: string) =>
  post<unknown>(`${USERS}/${id}/link-requests/${requestId}/confirm`, undefined);
export const rejectLinkRequest = (id: number, requestId: string) =>
  remove<unknown>(`${USERS}/${id}/link-requests/${requestId}`);

export const makePasswordLink = (
  id: number,
  link: { purpose: LinkPurpose; by: 'mail' | 'link'; language: MailLanguage },
) => post<PasswordLinkMade>(`${USERS}/${id}/password-links`, link);
export const takeBackPasswordLink = (id: number) => remove<unknown>(`${USERS}/${id}/password-links`);

export const listApiTokens = (id: number) => get<{ tokens: ApiToken[] }>(`${USERS}/${id}/tokens`);
export const createApiToken = (id: number, token: NewApiToken) =>
  post<ApiTokenMade>(`${USERS}/${id}/tokens`, token);
export const deleteApiToken = (id: number, clientId: string) =>
  remove<unknown>(`${USERS}/${id}/tokens/${encodeURIComponent(clientId)}`);
