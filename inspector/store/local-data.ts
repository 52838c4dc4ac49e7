import type { AnswerComment, Inspection } from '#contract/inspection.ts';
import type { Work, WorkVersion } from '#contract/work.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';

// The rows of the tables on the device. Devices may contain older rows with unsent changes, so a renamed property needs a
// conversion (convert-version-1.ts).

/** A task with all data that is needed to inspect offline, as last received from the server. */
export type LocalTask = {
  id: string;
  work: Work;
  /** The person lost access to the task, which stays because of unsent answers. */
  isGone?: true;
};

/** A workbook version, which never changes. Older rows have no `workbookTitles`. */
export type LocalVersion = Omit<WorkVersion, 'workbookTitles'> & Partial<Pick<WorkVersion, 'workbookTitles'>>;

/** The answers and comments about one item, or in an inspection without items. */
export type AnswerSet = { answers: Answers; comments: Readonly<Record<string, AnswerComment>> };

/** The id of the item in an inspection without items. */
export const NO_ITEM = '';

/** An inspection as stored on this device. */
export type LocalInspection = {
  id: string;
  taskId: string | null;
  externalId: string | null;
  title: string;
  versionId: string;
  workbookTitle: string;
  teamId: string;
  teamTitle: string;
  timeZone: string;
  /** The team's language, in which the workbook is shown if it lacks the reader's language. */
  language: string;
  startedAt: string;
  /** The inspected items. Empty: the inspection is not about items. */
  items: readonly { id: string; externalId: string; title: string }[];
  /** Answers by item: the server state, with the unsent changes of this device applied. */
  sets: Readonly<Record<string, AnswerSet>>;
  /** The server state: the inspection as last received. null: the server has not received this inspection yet. */
  serverState: Inspection | null;
  /** The latest revision in a response to an answer. Server states before it lack that answer. */
  acknowledgedRevision: number;
  /** When the inspector completed it on this device; null again after a reviewer returned it. */
  completedAt: string | null;
  /** The current question: an item, and the path of a field. */
  formPosition: { itemId: string; path: string | null } | null;
  /** Typed text that is not a valid answer, by item and path. Undefined in older rows. */
  drafts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** An action that the server has not acknowledged. The actions of an inspection are sent in order. */
export type OutboxEntry = {
  number: number;
  inspectionId: string;
  /** Milliseconds since 1970, by this device's clock. */
  createdAt: number;
  /** It may have reached the server. From now on exactly this request is retried. */
  isInFlight: boolean;
  action: OutboxAction;
};

export type OutboxAction =
  | { kind: 'start'; startedAt: string }
  | {
      kind: 'answer';
      /** NO_ITEM in an inspection without items. */
      itemId: string;
      field: string;
      isComment: boolean;
      /** null clears it. */
      value: Answer | AnswerComment;
      /** The revision that the inspector had seen. */
      baseRevision: number;
      givenAt: string;
    }
  | { kind: 'attach'; pictureId: string }
  | { kind: 'complete'; completedAt: string };

/** A picture, signature or file that was added on this device. Its bytes are in a file with the same id. */
export type LocalPicture = {
  id: string;
  inspectionId: string;
  itemId: string;
  field: string;
  name: string;
  type: string;
  size: number;
  /** 64 hexadecimal digits. The server checks that the received bytes are identical. */
  sha256: string;
  /** Bytes that the server has received. */
  sent: number;
  /** The URL of the upload; null: it has not been created. */
  uploadUrl: string | null;
  /** Whether the upload is complete. The name cannot change, because devices have stored pictures with it. */
  isArrived: boolean;
};

/** A pause in sending an inspection. */
export type SendPause = {
  inspectionId: string;
  failures: number;
  /** The next attempt. */
  retryAt: string;
  /** Whether the server asked for this pause (Retry-After). Only a person can end it early. */
  isServerPause?: boolean;
  /** The error that the inspector has to resolve; null: only the connection failed. */
  error: SendError | null;
};

export type SendError = {
  status: number;
  message: string;
  /** Paths of fields, and the error of each. */
  fields: readonly { field: string; message: string }[];
};
