import type { Permission } from './roles.ts';

/** Names and IDs of the records of a team and of its organisation. */
export type RecordNames = {
  // Names, which are the same in both organisations.
  team: string;
  workbook: string;
  /** External IDs of tasks, by state. */
  assignedTask: string;
  activeTask: string;
  canceledTask: string;
  // IDs, which the server generates.
  teamId: string;
  groupId: string;
  taskId: string;
  /** A task without an assignee. */
  teamTaskId: string;
  activeTaskId: string;
  canceledTaskId: string;
  /** A closed inspection of an item, with a picture and a share. */
  inspectionId: string;
  uploadId: string;
  shareId: string;
  /** An active inspection of an item, with an upload that has not received any bytes. */
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

/** An HTTP status, or the outcome in a response envelope with status 200. */
export type ExpectedResponse = number | 'succeeded' | 'rejected';

/** An operation of the service, with its permission and a valid request. */
export type Call = {
  /** The `operationId`; for routes without one, the method and path. */
  operation: string;
  /** The required permission. */
  needs: Permission | 'signed-in' | 'anonymous';
  /** An alternative permission, which must be tenant-wide. */
  orNeeds?: Permission;
  /** A valid request for existing records. */
  request: (records: RecordNames) => Request;
  /** The response to a caller with permission. */
  response: ExpectedResponse;
  /** The response to a caller with the permission in other teams only; undefined if no team is involved. */
  outside?: ExpectedResponse;
  /** An additional permission for records of other people in the same team. */
  needsForOthers?: Permission;
  /** Only the inspector who owns the record can call it. Others who can see the record receive 403. */
  ownerOnly?: true;
  /** The response to an administrator of another organisation; default: `outside`, then `response`. */
  otherTenant?: ExpectedResponse;
  /** Callers with a different response. A comment states the reason. */
  exceptions?: Readonly<Record<string, ExpectedResponse>>;
  /** Further requests with IDs. IDs of other tenants or teams must have the same effect as unknown IDs. */
  variants?: readonly ((records: RecordNames) => Request)[];
  /** Tables that change even though it is a read request or is rejected. */
  changes?: readonly string[];
  /**
   * Whether devices can call it. Default: true if `needs` is a permission that devices can have, otherwise false.
   */
  isOpenToDevices?: boolean;
  /** The server allows one such request per tenant at a time. */
  runsAlone?: true;
};

export const get = (path: string, headers?: Request['headers']): Request => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
});

/** Creates a function for requests with a body. */
const createRequest =
  (method: string) =>
  (path: string, body?: unknown, headers?: Request['headers']): Request => ({
    method,
    path,
    ...(body !== undefined && { body }),
    ...(headers && { headers }),
  });

export const post = createRequest('POST');
export const put = createRequest('PUT');
export const patch = createRequest('PATCH');
export const remove = createRequest('DELETE');
export const head = createRequest('HEAD');

/** Headers that match any revision. */
export const ANY_REVISION = { 'if-match': '*' };
