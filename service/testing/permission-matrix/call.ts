import type { Permission } from './roles.ts';

/** Names and IDs of the records of a team and its organisation. */
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
  /** An unassigned task. */
  teamTaskId: string;
  activeTaskId: string;
  canceledTaskId: string;
  /** A closed inspection of an item, with a picture and a share link. */
  inspectionId: string;
  uploadId: string;
  shareId: string;
  /** An active inspection of an item, with an upload that has received no bytes yet. */
  openInspectionId: string;
  openUploadId: string;
  /** A member of this team only, who has an absence. */
  colleagueId: string;
  absenceId: string;
  /** A view owned by the team's inspector and shared with the team. */
  viewId: string;
  workbookId: string;
  versionId: string;
  deletedVersionId: string;
  /** A workbook without versions or a draft. */
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
  /** The device of the Bridges inspector. */
  deviceId: string;
  providerId: string;
  /** A link request for the user `userId`. */
  linkRequestId: string;
  // Secrets.
  shareToken: string;
  /** The token of an invitation. */
  linkToken: string;
  password: string;
};

export type Request = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** An HTTP status, or the outcome in the envelope of a response with status 200. */
export type ExpectedResponse = number | 'succeeded' | 'rejected';

/** A service operation, its required permission and a valid request. */
export type Call = {
  /** The `operationId`, or the method and path for routes without one. */
  operation: string;
  /** The required permission, or who else can make the call. */
  access: Permission | 'signed-in' | 'anonymous';
  /** An alternative permission, which must be tenant-wide. */
  alternativePermission?: Permission;
  /** A valid request for existing records. */
  request: (records: RecordNames) => Request;
  /** The response to a caller who has the permission. */
  response: ExpectedResponse;
  /** The response to a caller who has the permission only in other teams, or undefined if no team is involved. */
  otherTeam?: ExpectedResponse;
  /** An additional permission required for records of other people in the same team. */
  permissionForOthers?: Permission;
  /** Only the inspector who owns the record can make the call. Others who can see it get 403. */
  isOwnerOnly?: true;
  /** The response to an administrator of another organisation. Defaults to `otherTeam`, then to `response`. */
  otherTenant?: ExpectedResponse;
  /** Callers who get a different response. A comment gives the reason. */
  exceptions?: Readonly<Record<string, ExpectedResponse>>;
  /** Additional requests with IDs. IDs from other tenants or teams must have the same effect as unknown IDs. */
  variants?: readonly ((records: RecordNames) => Request)[];
  /** Tables that change even if the request only reads or is rejected. */
  changedTables?: readonly string[];
  /**
   * Whether devices can make the call. Defaults to true if `access` is a permission that devices can have, and to
   * false otherwise.
   */
  isOpenToDevices?: boolean;
  /** The server allows only one of these requests per tenant at a time. */
  mustRunAlone?: true;
};

export const get = (path: string, headers?: Request['headers']): Request => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
});

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

/** Headers that match every revision. */
export const ANY_REVISION = { 'if-match': '*' };
