import type { TaskHistoryPage } from '#contract/task-history.ts';
import { get } from './request.ts';

/** The history of a task, oldest entry first. */
export const listTaskHistory = (taskId: string, after?: string): Promise<TaskHistoryPage> =>
  get(`/api/v1/tasks/${taskId}/history`, { query: { after, limit: 100 } });
