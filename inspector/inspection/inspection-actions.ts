import { createContext, use } from 'react';
import type { PicturePlace } from '#inspector/store/picture-references.ts';
import type { Evidence } from '#inspector/store/read-evidence.ts';
import type { QuestionActions } from '#questions/question-actions.ts';

/** The field of an item that refers to a picture. */
export type PictureField = Pick<PicturePlace, 'field' | 'of'>;

/** The actions of an inspector on the questions about one item. Each resolves when its data is on disk. */
export type InspectionActions = QuestionActions & {
  addPicture(
    pictureField: PictureField,
    picture: { bytes: Blob; name: string; instead?: string },
  ): Promise<void>;
  removePicture(pictureField: PictureField, id: string): Promise<void>;
  /** Restores a removed picture. */
  restorePicture(pictureField: PictureField, removed: { id: string; at: number }): Promise<void>;
  readEvidence(id: string): Promise<Evidence | undefined>;
};

const Context = createContext<InspectionActions | null>(null);
export const InspectionActionsProvider = Context.Provider;
export const useInspectionActions = (): InspectionActions => use(Context)!;
