import { addPicture } from '#inspector/store/add-picture.ts';
import { findMergedInspection } from '#inspector/store/merge-inspection.ts';
import { type FetchFile, readEvidence } from '#inspector/store/read-evidence.ts';
import { removePicture, restorePicture } from '#inspector/store/remove-picture.ts';
import { savePlace } from '#inspector/store/save-place.ts';
import type { Store } from '#inspector/store/store.ts';
import { InspectionNotFound, updateAnswer, updateComment } from '#inspector/store/update-answer.ts';
import type { UnsavedTracker } from '#questions/unsaved.ts';
import type { InspectionActions, PictureField } from './inspection-actions.ts';

type ActionContext = {
  store: Store;
  inspectionId: string;
  itemId: string;
  unsaved: UnsavedTracker;
  fetchFile: FetchFile;
  /** Called after each write, with whether it succeeded. */
  onSave: (isSaved: boolean) => void;
};

export const createActions = ({
  store,
  inspectionId,
  itemId,
  unsaved,
  fetchFile,
  onSave,
}: ActionContext): InspectionActions => {
  const save = async (write: (inspectionId: string) => Promise<unknown>): Promise<void> => {
    // In the meantime it may have been merged into an inspection that was started on another device.
    const writeHereOrMerged = async () => {
      try {
        await write(inspectionId);
      } catch (error) {
        const mergedInto =
          error instanceof InspectionNotFound && (await findMergedInspection(store, inspectionId));
        if (!mergedInto) throw error;
        await write(mergedInto);
      }
    };
    try {
      await unsaved.track(writeHereOrMerged());
      onSave(true);
    } catch (error) {
      onSave(false);
      throw error;
    }
  };
  const placeOf = (id: string, pictureField: PictureField) => ({ inspectionId: id, itemId, ...pictureField });
  return {
    change: (path, to) => save((id) => updateAnswer(store, id, { itemId, path }, to)),
    comment: (field, change) =>
      save((id) => updateComment(store, id, { itemId, field }, (before) => ({ ...before, ...change }))),
    addPicture: (pictureField, picture) =>
      save((id) => addPicture(store, { ...placeOf(id, pictureField), ...picture })),
    removePicture: (pictureField, id) =>
      save((inspection) => removePicture(store, placeOf(inspection, pictureField), id)),
    restorePicture: (pictureField, removed) =>
      save((id) => restorePicture(store, placeOf(id, pictureField), removed)),
    readEvidence: (id) => readEvidence({ store, inspectionId, fetchFile }, id),
    // Losing the current question is acceptable; it is not an answer.
    onFocus: (path) => void savePlace(store, inspectionId, { itemId, path }).catch(() => undefined),
  };
};
