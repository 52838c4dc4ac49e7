import { createContext, useContext } from 'react';
import type { KeptSet } from '#inspector/store/kept.ts';
import type { Conflict } from '#inspector/store/open-conflicts.ts';
import type { Answers } from '#workbook-engine/answer.ts';
import type { Judged } from '#workbook-engine/judge-form.ts';
import type { SayInspection } from './words.ts';

/** What was answered about the same item when it was inspected before. */
export type Earlier = { answers: Answers; completedAt: string; userName: string };

/** What the questions about one item are drawn from. */
export type Answering = {
  judged: Judged;
  set: KeptSet;
  language: string;
  teamTitle: string;
  /** Whether what is still missing is told at the questions as well. */
  isCompleting: boolean;
  isReadOnly: boolean;
  /** Those of this item. */
  conflicts: readonly Conflict[];
  commentsOn: (field: string) => readonly { comment: string; userName: string }[];
  earlier: Earlier | undefined;
  t: SayInspection;
};

/** The question to go to. `how`: into its control, or only before its eyes. */
export type Target = { path: string; how: 'answer' | 'look' } | null;

const Context = createContext<Target>(null);
export const TargetProvider = Context.Provider;
export const useTarget = () => useContext(Context);
