import { createContext, use } from 'react';
import { addPicture, type NewPicture } from '#inspector/store/add-picture.ts';
import { findMergeTarget } from '#inspector/store/merge-inspection.ts';
import type { PictureReference } from '#inspector/store/picture-reference.ts';
import { type FetchFile, readEvidence } from '#inspector/store/read-evidence.ts';
import { removePicture, restorePicture } from '#inspector/store/remove-picture.ts';
import { saveFormPosition } from '#inspector/store/save-form-position.ts';
import type { Store } from '#inspector/store/store.ts';
import {
  InspectionNotFoundError,
  saveDraft,
  updateAnswer,
  updateComment,
} from '#inspector/store/update-answer.ts';
import type { QuestionActions } from '#questions/question-actions.ts';
import type { UnsavedTracker } from '#questions/unsaved.ts';

export type PictureField = Pick<PictureReference, 'field' | 'kind'>;

type ActionContext = {
  store: Store;
  inspectionId: string;
  itemId: string;
  unsaved: UnsavedTracker;
  fetchFile: FetchFile;
  onSaveResult: (isSaved: boolean) => void;
};

/** Creates the actions for the questions about one item. Each action resolves once its data is on disk. */
export const createActions = ({
  store,
  inspectionId,
  itemId,
  unsaved,
  fetchFile,
  onSaveResult,
}: ActionContext) => {
  const save = async (write: (inspectionId: string) => Promise<unknown>): Promise<void> => {
    const writeOrRedirect = async () => {
      try {
        await write(inspectionId);
      } catch (error) {
        // The inspection may have been merged into one that was started on another device.
        const mergeTargetId =
          error instanceof InspectionNotFoundError && (await findMergeTarget(store, inspectionId));
        if (!mergeTargetId) throw error;
        await write(mergeTargetId);
      }
    };
    try {
      await unsaved.track(writeOrRedirect());
      onSaveResult(true);
    } catch (error) {
      onSaveResult(false);
      throw error;
    }
  };
  const createReference = (id: string, field: PictureField) => ({ inspectionId: id, itemId, ...field });
  const questionActions: QuestionActions = {
    updateAnswer: (path, change) => save((id) => updateAnswer(store, id, { itemId, path }, change)),
    saveDraft: (path, text) => save((id) => saveDraft(store, id, { itemId, path }, text)),
    updateComment: (field, change) =>
      save((id) => updateComment(store, id, { itemId, field }, (current) => ({ ...current, ...change }))),
    // Errors are ignored: unlike answers, the form position is expendable.
    onFocus: (path) => void saveFormPosition(store, inspectionId, { itemId, path }).catch(() => undefined),
  };
  return {
    ...questionActions,
    addPicture: (pictureField: PictureField, picture: Omit<NewPicture, keyof PictureReference>) =>
      save((id) => addPicture(store, { ...createReference(id, pictureField), ...picture })),
    removePicture: (pictureField: PictureField, id: string) =>
      save((inspection) => removePicture(store, createReference(inspection, pictureField), id)),
    restorePicture: (pictureField: PictureField, removedPicture: { id: string; index: number }) =>
      save((id) => restorePicture(store, createReference(id, pictureField), removedPicture)),
    readEvidence: (id: string) => readEvidence({ store, inspectionId, fetchFile }, id),
  };
};

export type InspectionActions = ReturnType<typeof createActions>;

const InspectionActionsContext = createContext<InspectionActions | null>(null);
export const InspectionActionsProvider = InspectionActionsContext.Provider;
export const useInspectionActions = (): InspectionActions => use(InspectionActionsContext)!;
