import { createContext, use } from 'react';
import type { PictureReference } from '#inspector/store/picture-reference.ts';
import type { Evidence } from '#inspector/store/read-evidence.ts';
import type { QuestionActions } from '#questions/question-actions.ts';

/** The answer or comment that refers to a picture. */
export type PictureField = Pick<PictureReference, 'field' | 'kind'>;

/** What the user can do with the questions about one item. Each action resolves once its data is on disk. */
export type InspectionActions = QuestionActions & {
  addPicture(
    pictureField: PictureField,
    picture: { bytes: Blob; name: string; replaces?: string },
  ): Promise<void>;
  removePicture(pictureField: PictureField, id: string): Promise<void>;
  restorePicture(pictureField: PictureField, removed: { id: string; index: number }): Promise<void>;
  readEvidence(id: string): Promise<Evidence | undefined>;
};

const Context = createContext<InspectionActions | null>(null);
export const InspectionActionsProvider = Context.Provider;
export const useInspectionActions = (): InspectionActions => use(Context)!;
