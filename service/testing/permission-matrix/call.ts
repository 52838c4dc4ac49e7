import type { Permission } from './roles.ts';

/** Names and ids of a team's records, and of its organisation's. */
export type RecordNames = {
  // Names chosen by clients: the same in both organisations.
  team: string;
  workbook: string;
  /** External ids of tasks, by state. */
  assignedTask: string;
  activeTask: string;
  canceledTask: string;
  // Ids assigned by the server.
  teamId: string;
  groupId: string;
  taskId: string;
  /** A task without an assignee. */
  teamTaskId: string;
  activeTaskId: string;
  canceledTaskId: string;
  /** Closed, with a picture and a share; inspects an item. */
  inspectionId: string;
  uploadId: string;
  shareId: string;
  /** Active, with an upload that has received no bytes; inspects an item. */
  openInspectionId: string;
  openUploadId: string;
  /** A member of only this team, and an absence of this member. */
  colleagueId: string;
  absenceId: string;
  /** Owned by the team's inspector and shared with the team. */
  viewId: string;
  workbookId: string;
  versionId: string;
  /** Deleted. */
  deletedVersionId: string;
  /** Without versions or a draft. */
  emptyWorkbookId: string;
  contentTypeId: string;
  emptyContentTypeId: string;
  itemId: string;
  /** A user without roles, with a signed-in browser and an identity at a provider. */
  userId: string;
  /** A user who is not a member of the team. */
  candidateId: string;
  memberId: string;
  serviceUserId: string;
  clientId: string;
  roleId: string;
  sessionId: string;
  /** The device of the inspector of Bridges. */
  deviceId: string;
  providerId: string;
  /** Belongs to the user of `userId`. */
  linkRequestId: string;
  // Secrets.
  shareToken: string;
  /** Token of an invitation. */
  linkToken: string;
  password: string;
};

export type Request = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** An HTTP status; or the outcome in the response envelope, which has status 200 in both cases. */
export type ExpectedResponse = number | 'succeeded' | 'rejected';

/** An operation of the service, and who may call it. */
export type Call = {
  /** The operationId; for routes without one, the method and address. */
  operation: string;
  /** The permission that is required. */
  needs: Permission | 'signed-in' | 'anonymous';
  /** An alternative permission, over the whole tenant. */
  or?: Permission;
  /** A valid request for existing records. */
  request: (records: RecordNames) => Request;
  /** The response to a caller with permission. */
  response: ExpectedResponse;
  /** The response to a caller with permission in other teams only; undefined if no team is involved. */
  outside?: ExpectedResponse;
  /** An additional permission in the same team, unless the record is the caller's own. */
  others?: Permission;
  /** Only the inspector who owns the record may call it; others who can see it receive 403. */
  isOwn?: true;
  /** The response to an administrator of another organisation; default: `outside`, then `response`. */
  otherTenant?: ExpectedResponse;
  /** Callers with another response, each with the reason in a comment. */
  but?: Readonly<Record<string, ExpectedResponse>>;
  /** Further requests that contain ids. Ids of other tenants or teams must have the same effect as unknown ids. */
  also?: readonly ((records: RecordNames) => Request)[];
  /** Tables that change although the request only reads or is rejected. */
  changes?: readonly string[];
  /**
   * For 'signed-in': a device of the account is enough. For a permission that devices can have: a device is not enough.
   */
  isOpenToDevices?: boolean;
  /** Only one request per tenant at a time. */
  runsAlone?: true;
};

export const get = (path: string, headers?: Request['headers']): Request => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
});

/** Creates a function for requests with a body. */
const sending =
  (method: string) =>
  (path: string, body?: unknown, headers?: Request['headers']): Request => ({
    method,
    path,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });

export const post = sending('POST');
export const put = sending('PUT');
export const patch = sending('PATCH');
export const remove = sending('DELETE');
export const head = sending('HEAD');

/** Accepts any revision. */
export const ANY_STATE = { 'if-match': '*' };
