import { addPicture } from '#inspector/store/add-picture.ts';
import { findAdopted } from '#inspector/store/adopt-inspection.ts';
import { NotHere } from '#inspector/store/answer-field.ts';
import { changeAnswer, changeRemark } from '#inspector/store/change-answer.ts';
import { keepPlace } from '#inspector/store/keep-place.ts';
import type { PicturePlace } from '#inspector/store/name-pictures.ts';
import { type Evidence, type FetchFile, readEvidence } from '#inspector/store/read-evidence.ts';
import { removePicture, restorePicture } from '#inspector/store/remove-picture.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { answerAt, withAnswer, withEntry } from '#workbook-engine/change-answers.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import type { Form, FormLevel } from '#workbook-engine/form.ts';
import type { Unkept } from './unkept.ts';

/** What names a picture, among the questions about one item. */
export type Naming = Pick<PicturePlace, 'field' | 'of'>;

/** What an inspector does with the questions about one item. Each resolves when it lies on the disk. */
export type Acts = {
  answer(path: string, answer: Answer): Promise<void>;
  /** One more choice of several, or one less. */
  toggle(path: string, choice: string): Promise<void>;
  addEntry(path: string, level: FormLevel): Promise<void>;
  removeEntry(path: string, place: number): Promise<void>;
  /** Puts one back that was removed. */
  restoreEntry(path: string, place: number, entry: Answers): Promise<void>;
  /** What is said beside the answer; of what is undefined or empty nothing is kept. */
  remark(field: string, said: { text?: string; pictures?: string[] }): Promise<void>;
  addPicture(naming: Naming, picture: { bytes: Blob; name: string; instead?: string }): Promise<void>;
  removePicture(naming: Naming, id: string): Promise<void>;
  /** Puts one back that was removed. */
  restorePicture(naming: Naming, removed: { id: string; at: number }): Promise<void>;
  readEvidence(id: string): Promise<Evidence | undefined>;
  beAt(path: string): void;
};

type Within = {
  store: Store;
  inspectionId: string;
  itemId: string;
  form: Form;
  circumstances: () => Circumstances;
  unkept: Unkept;
  fetchFile: FetchFile;
  /** Whether the disk took what was said last. */
  onKeep: (isKept: boolean) => void;
};

export const actsOf = ({
  store,
  inspectionId,
  itemId,
  form,
  circumstances,
  unkept,
  fetchFile,
  onKeep,
}: Within): Acts => {
  const keep = async (write: (inspectionId: string) => Promise<unknown>): Promise<void> => {
    // Meanwhile it may have become part of one that was begun on another device.
    const wherever = async () => {
      try {
        await write(inspectionId);
      } catch (error) {
        const there = error instanceof NotHere && (await findAdopted(store, inspectionId));
        if (!there) throw error;
        await write(there);
      }
    };
    try {
      await unkept.during(wherever());
      onKeep(true);
    } catch (error) {
      onKeep(false);
      throw error;
    }
  };
  const change = (path: string, to: (answers: Answers) => Answers) =>
    keep((id) => changeAnswer(store, id, { itemId, path }, to));
  const changeEntries = (path: string, to: (entries: Answers[]) => Answers[]) =>
    change(path, (answers) => withAnswer(answers, path, to((answerAt(answers, path) ?? []) as Answers[])));
  const placeOf = (id: string, naming: Naming) => ({ inspectionId: id, itemId, ...naming });
  return {
    answer: (path, answer) => change(path, (answers) => withAnswer(answers, path, answer)),
    toggle: (path, choice) =>
      change(path, (answers) =>
        withAnswer(answers, path, toggled((answerAt(answers, path) ?? []) as string[], choice)),
      ),
    addEntry: (path, level) =>
      change(path, (answers) => withEntry(answers, path, { form, level, circumstances: circumstances() })),
    removeEntry: (path, place) => changeEntries(path, (entries) => entries.toSpliced(place, 1)),
    restoreEntry: (path, place, entry) =>
      changeEntries(path, (entries) => entries.toSpliced(place, 0, entry)),
    remark: (field, said) =>
      keep((id) => changeRemark(store, id, { itemId, field }, (before) => ({ ...before, ...said }))),
    addPicture: (naming, picture) => keep((id) => addPicture(store, { ...placeOf(id, naming), ...picture })),
    removePicture: (naming, id) =>
      keep((inspection) => removePicture(store, placeOf(inspection, naming), id)),
    restorePicture: (naming, removed) => keep((id) => restorePicture(store, placeOf(id, naming), removed)),
    readEvidence: (id) => readEvidence({ store, inspectionId, fetchFile }, id),
    // Where somebody is may be lost; it is no answer.
    beAt: (path) => void keepPlace(store, inspectionId, { itemId, path }).catch(() => undefined),
  };
};

const toggled = (chosen: readonly string[], choice: string): string[] | null => {
  const others = chosen.filter((each) => each !== choice);
  if (others.length === chosen.length) return [...chosen, choice];
  return others.length > 0 ? others : null;
};
