import type { TaskHistoryPage } from '#contract/task-history.ts';
import { get } from './request.ts';

/** A task's history, oldest entry first. */
export const listTaskHistory = (taskId: string, after?: string): Promise<TaskHistoryPage> =>
  get(`/api/v1/tasks/${taskId}/history`, { query: { after, limit: 100 } });
