import type { Remark } from '#contract/inspection.ts';
import { addPicture } from '#inspector/store/add-picture.ts';
import { changeAnswer, changeRemark } from '#inspector/store/change-answer.ts';
import { keepPlace } from '#inspector/store/keep-place.ts';
import type { Store } from '#inspector/store/store.ts';
import type { Answer, Answers } from '#workbook-engine/answer.ts';
import { answerAt, withAnswer, withEntry } from '#workbook-engine/change-answers.ts';
import type { Circumstances } from '#workbook-engine/expressions/value.ts';
import type { Form, FormLevel } from '#workbook-engine/form.ts';
import type { Unkept } from './unkept.ts';

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
  addPicture(
    path: string,
    of: 'photos' | 'answer' | 'remark',
    picture: { bytes: Blob; name: string },
  ): Promise<void>;
  readPicture(id: string): Promise<Blob | undefined>;
  beAt(path: string): void;
};

type Within = {
  store: Store;
  inspectionId: string;
  itemId: string;
  form: Form;
  circumstances: () => Circumstances;
  unkept: Unkept;
  /** The disk refused. */
  onNotKept: (error: unknown) => void;
};

export const actsOf = ({
  store,
  inspectionId,
  itemId,
  form,
  circumstances,
  unkept,
  onNotKept,
}: Within): Acts => {
  const keep = async (writing: Promise<unknown>): Promise<void> => {
    try {
      await unkept.during(writing);
    } catch (error) {
      onNotKept(error);
      throw error;
    }
  };
  const change = (path: string, to: (answers: Answers) => Answers) =>
    keep(changeAnswer(store, inspectionId, { itemId, path }, to));
  const changeEntries = (path: string, to: (entries: Answers[]) => Answers[]) =>
    change(path, (answers) => withAnswer(answers, path, to((answerAt(answers, path) ?? []) as Answers[])));
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
      keep(
        changeRemark(store, inspectionId, { itemId, field }, (before) => suitable({ ...before, ...said })),
      ),
    addPicture: (field, of, picture) =>
      keep(addPicture(store, { inspectionId, itemId, field, of, ...picture })),
    readPicture: (id) => store.files.read(id),
    // Where somebody is may be lost; it is no answer.
    beAt: (path) => void keepPlace(store, inspectionId, { itemId, path }).catch(() => undefined),
  };
};

const toggled = (chosen: readonly string[], choice: string): string[] | null => {
  const others = chosen.filter((each) => each !== choice);
  if (others.length === chosen.length) return [...chosen, choice];
  return others.length > 0 ? others : null;
};

const suitable = ({ text = '', pictures = [] }: Remark): Remark | null => {
  if (text === '' && pictures.length === 0) return null;
  return { ...(text !== '' && { text }), ...(pictures.length > 0 && { pictures }) };
};
