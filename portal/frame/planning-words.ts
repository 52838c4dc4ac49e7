import { defineWords } from '#kit/words.ts';

/** What is said where tasks are assigned and planned. */
export const { useWords: usePlanningWords } = defineWords('planning', {
  en: {
    assign: 'Assign',
    assignTasks_one: 'Assign {{count, number}} task',
    assignTasks_other: 'Assign {{count, number}} tasks',
    assignTo: 'Assign to',
    assigned_one: '{{count}} task assigned to {{name}}',
    assigned_other: '{{count}} tasks assigned to {{name}}',
    unassigned_one: '{{count}} task given to its team',
    unassigned_other: '{{count}} tasks given to their teams',
    refused_one: '{{count}} task stays as it was',
    refused_other: '{{count}} tasks stay as they were',
    incomplete: 'Not all of it was done',
  },
  nl: {
    assign: 'Toewijzen',
    assignTasks_one: '{{count, number}} taak toewijzen',
    assignTasks_other: '{{count, number}} taken toewijzen',
    assignTo: 'Toewijzen aan',
    assigned_one: '{{count}} taak toegewezen aan {{name}}',
    assigned_other: '{{count}} taken toegewezen aan {{name}}',
    unassigned_one: '{{count}} taak aan het team gegeven',
    unassigned_other: '{{count}} taken aan hun teams gegeven',
    refused_one: '{{count}} taak blijft zoals die was',
    refused_other: '{{count}} taken blijven zoals ze waren',
    incomplete: 'Niet alles is gedaan',
  },
});
