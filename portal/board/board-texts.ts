import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import { currentLanguage } from '#kit/language.ts';
import { fullName } from '#portal/api/lookups.ts';
import { type TaskFieldTexts, useTaskFieldTexts } from '#task-fields/task-field-texts.ts';
import type { BoardRow, DayLoad } from './board-layout.ts';
import { type LoadLength, loadText } from './load-text.ts';
import { MARKS } from './marks.ts';
import type { TaskMark } from './task-marks.ts';

/** The texts of rows, cells and cards. */
export type BoardTexts = {
  language: string;
  nameOf: (row: Pick<BoardRow, 'kind' | 'person'>) => string;
  load: (load: DayLoad, length?: LoadLength) => string;
  tasks: (count: number) => string;
  busy: string;
  busyTimes: (count: number) => string;
  mark: (mark: TaskMark) => string;
  state: (state: TaskState) => string;
  suggested: string;
  /** The marked options of a task, such as a high priority. */
  choices: TaskFieldTexts['marks'];
};

/** Call once per board: calling hooks in each of a thousand cards costs more than rendering them. */
export const useBoardTexts = (): BoardTexts => {
  const { t } = useTranslation('board');
  const { t: general } = useTranslation('general');
  const fieldTexts = useTaskFieldTexts();
  const language = currentLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the texts depend on the language only
  return useMemo(
    () => ({
      language,
      nameOf: ({ kind, person }) =>
        person ? fullName(person) : t(kind === 'unassigned' ? 'unassigned' : 'others'),
      load: (load, length = 'full') => loadText(t, language, load, length),
      tasks: (count) => t('tasks', { count }),
      busy: t('busy'),
      busyTimes: (count) => t('busyTimes', { count }),
      mark: (mark) => t(MARKS[mark].textKey),
      state: (state) => general(`state${state}`),
      suggested: t('suggested'),
      choices: fieldTexts.marks,
    }),
    [language],
  );
};
