import type { Inspection, Remark } from '#contract/inspection.ts';
import type { Work, WorkVersion } from '#contract/work.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';

// What is kept on the device. Each table of the database holds one of these.

/** A task with all that is needed to perform it, as the server told last. */
export type KeptTask = {
  id: string;
  work: Work;
  /** It went where this person may not look, and stays for what they said of it. */
  isGone?: true;
};

/** A version of a workbook. It never changes. */
export type KeptVersion = WorkVersion;

/** What was said about one item, or in an inspection that is about none. */
export type KeptSet = { answers: Answers; remarks: Readonly<Record<string, Remark>> };

/** Stands for the item in an inspection that is about none. */
export const NO_ITEM = '';

/** An inspection as it stands on this device. */
export type KeptInspection = {
  id: string;
  taskId: string | null;
  externalId: string | null;
  title: string;
  versionId: string;
  workbookTitle: string;
  teamId: string;
  teamTitle: string;
  timeZone: string;
  /** The team's, in which texts of the workbook are said to who has no other. */
  language: string;
  startedAt: string;
  /** What is inspected; none: the inspection is about no items. */
  items: readonly { id: string; externalId: string; title: string }[];
  /** By item: what the server said last, and over it what was said here and is not there yet. */
  sets: Readonly<Record<string, KeptSet>>;
  /** What the server said last; null: it has not heard of this inspection. */
  reading: Inspection | null;
  /** The latest revision that a reply to an answer told. Readings before it lack that answer. */
  keptRevision: number;
  /** When the inspector was done here; null again once it was returned. */
  finishedAt: string | null;
  /** Where the inspector was: an item, and the path of a field. */
  place: { itemId: string; path: string | null } | null;
};

/** Something the inspector did, which the server is to be told. Those of an inspection are told in their order. */
export type Command = {
  number: number;
  inspectionId: string;
  /** Milliseconds since 1970, by this device's clock. */
  madeAt: number;
  /** Told, perhaps, without hearing the answer: from now on it is repeated as it is. */
  isUnderWay: boolean;
  act: Act;
};

export type Act =
  | { kind: 'start'; startedAt: string }
  | {
      kind: 'answer';
      /** NO_ITEM where there are none. */
      itemId: string;
      field: string;
      isRemark: boolean;
      /** null takes it back. */
      value: Answer | Remark;
      /** What the inspector had seen. */
      baseRevision: number;
      givenAt: string;
    }
  | { kind: 'attach'; pictureId: string }
  | { kind: 'finish'; finishedAt: string };

/** A picture, signature or file that was made here. Its bytes lie beside the database, under its id. */
export type KeptPicture = {
  id: string;
  inspectionId: string;
  itemId: string;
  field: string;
  name: string;
  type: string;
  size: number;
  /** 64 hexadecimal digits: what arrives must be the same, byte for byte. */
  sha256: string;
  /** Bytes that the server has. */
  sent: number;
  /** Where the rest goes; null: it has not been announced. */
  uploadUrl: string | null;
  isArrived: boolean;
};

/** Why the queue of an inspection stands still, or until when. */
export type Queue = {
  inspectionId: string;
  failures: number;
  /** Not before. */
  retryAt: string;
  /** The server asked for this pause (Retry-After): only a person can end it early. */
  isServerPause?: boolean;
  /** What somebody has to look at; null: it is only the network. */
  trouble: Trouble | null;
};

export type Trouble = {
  status: number;
  message: string;
  /** Paths of fields and what is wrong with each. */
  fields: readonly { field: string; message: string }[];
};
