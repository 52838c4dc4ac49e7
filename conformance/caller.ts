import { type ApiResponse, type Request, type Row, send } from './client.ts';

export const TASKS = '/api/services/custom/externaltask';
export const APP = '/api/services/app';

export type Caller = ReturnType<typeof createCaller>;

export const createCaller = (token: string | undefined) => {
  const call = (method: string, path: string, request: Omit<Request, 'token'> = {}) =>
    send(method, path, { token, ...request });
  const get = (path: string, query: Record<string, string> = {}) => {
    const queryString = new URLSearchParams(query).toString();
    return call('GET', queryString === '' ? path : `${path}?${queryString}`);
  };
  return {
    token,
    call,
    create: (input: unknown) => call('POST', `${TASKS}/post`, { body: input }),
    read: (externalId: string) => call('POST', `${TASKS}/get`, { body: { externalId } }),
    edit: (input: unknown) => call('PUT', `${TASKS}/put`, { body: input }),
    delete: (...externalTaskIds: string[]) =>
      call('DELETE', `${TASKS}/delete`, { body: { externalTaskIds } }),
    cancel: (...externalTaskIds: string[]) => call('POST', `${TASKS}/cancel`, { body: { externalTaskIds } }),
    restart: (...externalTaskIds: string[]) =>
      call('POST', `${TASKS}/restart`, { body: { externalTaskIds } }),
    listTasks: (query?: Record<string, string>) => get(`${TASKS}/getall`, query),
    readChanges: (query?: Record<string, string>) => get(`${TASKS}/GetChanges`, query),
    listTeams: () => get(`${APP}/workArea/Get`),
    listGroups: (id: string) => call('POST', `${APP}/workArea/GetGroups`, { body: { id } }),
    listMembers: (groupId: number | string) => get(`${APP}/groups/GetMembers`, { groupId: String(groupId) }),
    listTeamWorkbooks: (workAreaId: string) => get(`${APP}/workbook/GetAssociatedWorkbooks`, { workAreaId }),
    listWorkbooks: (query?: Record<string, string>) => get(`${APP}/workbook/GetWorkbooks`, query),
    /** Sends a request to the application interface, whose responses have no envelope. */
    callV1: (method: string, path: string, body?: unknown) =>
      send<Row>(method, `/api/v1${path}`, { token, body }) as Promise<ApiResponse<Row>>,
  };
};
