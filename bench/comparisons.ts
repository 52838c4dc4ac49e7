import type { Comparison } from './compare-with-baseline.ts';
import { createTaskComparison, createTaskWithItemsComparison } from './p1-create-task.ts';
import { readTaskComparison } from './p2-read-task.ts';
import { feedPageComparison } from './p3-feed-page.ts';
import { emptyPollComparison } from './p4-empty-poll.ts';
import { listTasksComparison } from './p5-list-tasks.ts';
import { mixedLoadComparison } from './p7-mixed-load.ts';

export const comparisons: readonly Comparison[] = [
  createTaskComparison,
  createTaskWithItemsComparison,
  readTaskComparison,
  feedPageComparison,
  emptyPollComparison,
  listTasksComparison,
  mixedLoadComparison,
];
