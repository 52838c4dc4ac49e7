import type { ApiRequestList } from '#contract/api-request.ts';
import type { Change } from '#contract/change.ts';
import type { ErrorObject } from '#contract/envelope.ts';
import { ApiProblem } from './api-problem.ts';
import { get } from './request.ts';

export const listClientRequests = async (clientId: string) =>
  (await get<ApiRequestList>(`/api/v1/api-clients/${encodeURIComponent(clientId)}/requests`)).requests;

export const TASK_INTERFACE = '/api/services/custom/externaltask';

/** Properties that are never null. */
type Identity = 'id' | 'externalId' | 'hasTask' | 'isDeleted';
/** The state of a task or inspection. If the user can no longer see it, the entry contains only its IDs. */
export type ChangeEntry = Pick<Change, Identity> & {
  [Name in Exclude<keyof Change, Identity>]: Change[Name] | null;
};
type ChangePage = { results: ChangeEntry[]; nextChangeToken: string };

/** Reads the change feed like an application. Errors have status 200 and are in the response envelope. */
export const readChangePage = async (changeToken: string | undefined): Promise<ChangePage> => {
  const { result, error } = await get<{ result: ChangePage | null; error: ErrorObject | null }>(
    `${TASK_INTERFACE}/GetChanges`,
    { query: { changeToken } },
  );
  if (result) return result;
  throw new ApiProblem(200, [error?.message, error?.details].filter(Boolean).join(' '));
};
