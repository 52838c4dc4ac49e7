import type { Comparison } from './compare-with-baseline.ts';
import { createTask } from './p1-create-task.ts';
import { readTask } from './p2-read-task.ts';
import { feedPage } from './p3-feed-page.ts';
import { emptyPoll } from './p4-empty-poll.ts';
import { listTasks } from './p5-list-tasks.ts';

/** All comparisons between the service and the baseline. */
export const comparisons: readonly Comparison[] = [createTask, readTask, feedPage, emptyPoll, listTasks];
