import { type ComponentType, createContext, use } from 'react';
import type { AnswerInputProps } from './answer-input.ts';
import type { QuestionData } from './question-data.ts';

export type CommentEditorProps = { data: QuestionData; isReadOnly: boolean };

/** The parts of a question that each app implements differently. */
export type QuestionParts = {
  /** The input for pictures, signatures, files, locations and codes. */
  EvidenceInput: ComponentType<AnswerInputProps>;
  /** The editor for the comment on an answer. Absent if the app has no comments. */
  CommentEditor?: ComponentType<CommentEditorProps>;
};

const Context = createContext<QuestionParts | null>(null);
export const QuestionPartsProvider = Context.Provider;
export const useQuestionParts = (): QuestionParts => use(Context)!;
