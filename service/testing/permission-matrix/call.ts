import type { Permission } from './roles.ts';

/** What one of a team's things, or of an organisation's, is called by in calls. */
export type Things = {
  // Names that callers choose: the same in both organisations.
  team: string;
  workbook: string;
  /** External ids of tasks, by their states. */
  assignedTask: string;
  activeTask: string;
  canceledTask: string;
  // Ids that the server gives.
  teamId: string;
  groupId: string;
  taskId: string;
  /** A task that nobody has taken. */
  teamTaskId: string;
  activeTaskId: string;
  canceledTaskId: string;
  /** Closed, with a picture and a share; of an item. */
  inspectionId: string;
  uploadId: string;
  shareId: string;
  /** Active, with an upload of which nothing has come yet; of an item. */
  openInspectionId: string;
  openUploadId: string;
  /** Somebody of the team and of no other, and an absence of theirs. */
  colleagueId: string;
  absenceId: string;
  /** Of the team's inspector, shared with the team. */
  viewId: string;
  workbookId: string;
  versionId: string;
  /** Deleted. */
  deletedVersionId: string;
  /** Has neither versions nor a draft. */
  emptyWorkbookId: string;
  contentTypeId: string;
  emptyContentTypeId: string;
  itemId: string;
  /** Has no roles, a browser that is signed in, and an identity at a provider. */
  userId: string;
  /** Is no member of a team that is asked about. */
  candidateId: string;
  memberId: string;
  serviceUserId: string;
  clientId: string;
  roleId: string;
  sessionId: string;
  /** Of the inspector of Bridges. */
  deviceId: string;
  providerId: string;
  /** Of the user of `userId`. */
  linkRequestId: string;
  // Secrets.
  shareToken: string;
  /** Of an invitation. */
  linkToken: string;
  password: string;
};

export type Request = {
  method: string;
  path: string;
  body?: unknown;
  headers?: Readonly<Record<string, string>>;
};

/** A status; or what the given interface tells in its envelope, with status 200 either way. */
export type Answer = number | 'succeeded' | 'refused';

/** One operation of the service, and who may have it done. */
export type Call = {
  /** The operationId; of what is not in the description of the interface, method and address of the route. */
  operation: string;
  /** What one must hold to be let in at all. */
  needs: Permission | 'signed-in' | 'anonymous';
  /** What opens it as well, over the whole tenant. */
  or?: Permission;
  /** A good request about things that are there. */
  request: (things: Things) => Request;
  /** What somebody is told who may. */
  answer: Answer;
  /** What somebody is told who may in other teams only; absent: it is about nothing that belongs to a team. */
  outside?: Answer;
  /** What somebody needs besides, in the same team, unless the thing is their own. */
  others?: Permission;
  /** Only the inspector whose thing it is may; others who could see it are told so (403). */
  isOwn?: true;
  /** What an administrator of another organisation is told, if not what stands in `outside`, or else in `answer`. */
  elsewhere?: Answer;
  /** Those who are told something else, each with its reason beside it. */
  but?: Readonly<Record<string, Answer>>;
  /** More requests by which ids may come in. Whatever they are answered, ids of others are as good as unknown ones. */
  also?: readonly ((things: Things) => Request)[];
  /** The tables that it changes although it only asks, or is refused. */
  changes?: readonly string[];
  /** Of what an account is enough for: a device of the account is enough too. Of what a device may have the permission for: it is not. */
  opensToDevices?: boolean;
  /** A tenant has a turn at a time. */
  isAlone?: true;
};

export const get = (path: string, headers?: Request['headers']): Request => ({
  method: 'GET',
  path,
  ...(headers && { headers }),
});

/** A request with a body, of the method that it is named by. */
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

/** Of whatever state there is. */
export const ANY_STATE = { 'if-match': '*' };
