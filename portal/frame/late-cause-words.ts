import { defineWords } from '#kit/words.ts';

/** Why a task is late, in two or three words. */
export const { useWords: useLateCauseWords } = defineWords('lateCauses', {
  en: {
    unassigned: 'Nobody has it',
    unplanned: 'Not planned',
    plannedTooLate: 'Planned too late',
    notStarted: 'Not started',
    notCompleted: 'Not completed',
    returned: 'Sent back',
    dueWhenMade: 'Came too late',
  },
  nl: {
    unassigned: 'Niemand heeft hem',
    unplanned: 'Niet gepland',
    plannedTooLate: 'Te laat gepland',
    notStarted: 'Niet begonnen',
    notCompleted: 'Niet afgerond',
    returned: 'Teruggestuurd',
    dueWhenMade: 'Te laat gekomen',
  },
});
