import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { TaskState } from '#contract/task.ts';
import { currentLanguage } from '#kit/current-language.ts';
import { formatFullName } from '#kit/full-name.ts';
import { useTaskFieldLabels } from '#task-fields/task-field-labels.ts';
import type { BoardRow, DayLoad } from './board-layout.ts';
import { formatLoad, type LoadFormat } from './format-load.ts';
import type { TaskWarning } from './task-warnings.ts';
import { WARNINGS } from './warning-icons.ts';

/** Call once per board: hooks in each of a thousand cards cost more than rendering the cards. */
export const useBoardLabels = () => {
  const { t } = useTranslation('board');
  const { t: tGeneral } = useTranslation('general');
  const fieldLabels = useTaskFieldLabels();
  const language = currentLanguage();
  // biome-ignore lint/correctness/useExhaustiveDependencies: the labels depend only on the language
  return useMemo(
    () => ({
      formatRowName: ({ kind, person }: Pick<BoardRow, 'kind' | 'person'>) =>
        person ? formatFullName(person) : t(kind === 'unassigned' ? 'unassigned' : 'others'),
      formatLoad: (load: DayLoad, format: LoadFormat = 'full') => formatLoad(t, load, format),
      formatTaskCount: (count: number) => t('tasks', { count }),
      busyLabel: t('busy'),
      formatBusyTimeCount: (count: number) => t('busyTimes', { count }),
      formatWarning: (warning: TaskWarning) => t(WARNINGS[warning].labelKey),
      formatState: (state: TaskState) => tGeneral(`state${state}`),
      suggestedLabel: t('suggested'),
      listHighlights: fieldLabels.listHighlights,
    }),
    [language],
  );
};

export type BoardLabels = ReturnType<typeof useBoardLabels>;
