import type { ApiRequestList } from '#contract/api-request.ts';
import type { Change } from '#contract/change.ts';
import type { ErrorObject } from '#contract/envelope.ts';
import { ApiProblem } from './api-problem.ts';
import { get } from './request.ts';

export const listClientRequests = async (clientId: string) =>
  (await get<ApiRequestList>(`/api/v1/api-clients/${encodeURIComponent(clientId)}/requests`)).requests;

export const TASK_INTERFACE_PATH = '/api/services/custom/externaltask';

type IdentityField = 'id' | 'externalId' | 'hasTask' | 'isDeleted';
/** If the user can no longer see the task or inspection, the entry contains only its IDs. */
export type ChangeEntry = Pick<Change, IdentityField> & {
  [Name in Exclude<keyof Change, IdentityField>]: Change[Name] | null;
};
type ChangePage = { results: ChangeEntry[]; nextChangeToken: string };

/** The server reports errors with status 200, in the response envelope. */
export const readChangePage = async (changeToken: string | undefined): Promise<ChangePage> => {
  const { result, error } = await get<{ result: ChangePage | null; error: ErrorObject | null }>(
    `${TASK_INTERFACE_PATH}/GetChanges`,
    { query: { changeToken } },
  );
  if (result) return result;
  throw new ApiProblem(200, [error?.message, error?.details].filter(Boolean).join(' '));
};
