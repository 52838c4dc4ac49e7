import { type ComponentType, createContext, use } from 'react';
import type { AnswerInputProps } from './answer-input.ts';
import type { QuestionData } from './question-data.ts';

export type CommentEditorProps = { data: QuestionData; isReadOnly: boolean };

/** Question components that each app implements differently. */
export type QuestionComponents = {
  EvidenceInput: ComponentType<AnswerInputProps>;
  /** Absent if the app has no comments. */
  CommentEditor?: ComponentType<CommentEditorProps>;
};

const Context = createContext<QuestionComponents | null>(null);
export const QuestionComponentsProvider = Context.Provider;
export const useQuestionComponents = (): QuestionComponents => use(Context)!;
