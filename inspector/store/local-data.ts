import type { AnswerComment, Inspection } from '#contract/inspection.ts';
import type { Work, WorkVersion } from '#contract/work.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';

// Table rows on the device. Devices may hold older rows with unsent changes, so renaming a property requires a
// conversion (convert-version-1.ts).

export type LocalTask = {
  id: string;
  work: Work;
  /** The person lost access to the task, but the device keeps the task because it has unsent answers. */
  isGone?: true;
};

/** An immutable workbook version. Older rows lack `workbookTitles`. */
export type LocalVersion = Omit<WorkVersion, 'workbookTitles'> & Partial<Pick<WorkVersion, 'workbookTitles'>>;

/** The answers and comments for one item, or for the whole inspection if it has no items. */
export type ItemAnswers = { answers: Answers; comments: Readonly<Record<string, AnswerComment>> };

/** The item ID used in an inspection without items. */
export const NO_ITEM = '';

type SharedProperty =
  | ('id' | 'taskId' | 'externalId' | 'title' | 'workbookTitle')
  | ('teamId' | 'teamTitle' | 'timeZone' | 'language' | 'startedAt');

export type LocalInspection = Pick<Inspection, SharedProperty> & {
  versionId: string;
  /** The inspected items. Empty if the inspection is not about items. */
  items: readonly { id: string; externalId: string; title: string }[];
  /** Answers by item: the server state with this device's unsent changes applied. */
  sets: Readonly<Record<string, ItemAnswers>>;
  /** The inspection as last received from the server. null if the server has not yet received the inspection. */
  serverState: Inspection | null;
  /** The latest revision that acknowledged an answer. A server state with an older revision lacks the answer. */
  acknowledgedRevision: number;
  /** When the inspector completed the inspection on this device. Reset to null when a reviewer returns it. */
  completedAt: string | null;
  /** The current question: an item, and the path of a field. */
  formPosition: { itemId: string; path: string | null } | null;
  /** Typed text that is not a valid answer, by item and path. Undefined in older rows. */
  drafts?: Readonly<Record<string, Readonly<Record<string, string>>>>;
};

/** An action that the server has not yet acknowledged. An inspection's actions are sent in order. */
export type OutboxEntry = {
  number: number;
  inspectionId: string;
  /** Milliseconds since 1970, according to this device's clock. */
  createdAt: number;
  /** Whether the action may have reached the server. If so, the identical request is resent. */
  isInFlight: boolean;
  action: OutboxAction;
};

export type OutboxAction =
  | { kind: 'start'; startedAt: string }
  | {
      kind: 'answer';
      itemId: string;
      field: string;
      isComment: boolean;
      /** null clears the answer or comment. */
      value: Answer | AnswerComment;
      /** The revision that the inspector had seen. */
      baseRevision: number;
      givenAt: string;
    }
  | { kind: 'attach'; pictureId: string }
  | { kind: 'complete'; completedAt: string };

/** A picture, signature or file added on this device. Its bytes are in a file with the same ID. */
export type LocalPicture = {
  id: string;
  inspectionId: string;
  itemId: string;
  field: string;
  name: string;
  type: string;
  size: number;
  /** 64 hexadecimal digits. The server verifies the received bytes against it. */
  sha256: string;
  /** Bytes received by the server. */
  sent: number;
  /** The URL of the upload, or null if the upload has not been created yet. */
  uploadUrl: string | null;
  /** Whether the upload is complete. Must not be renamed: devices have stored pictures with it. */
  isArrived: boolean;
};

export type SendPause = {
  inspectionId: string;
  failures: number;
  retryAt: string;
  /** Whether the server asked for this pause (Retry-After). Only a person can end it early. */
  isServerPause?: boolean;
  /** The error for the inspector to resolve, or null if only the connection failed. */
  error: SendError | null;
};

export type SendError = {
  status: number;
  message: string;
  fields: readonly { field: string; message: string }[];
};
