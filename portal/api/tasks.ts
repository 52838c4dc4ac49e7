import type { Board, BoardQuery } from '#contract/board.ts';
import type { NewTask } from '#contract/new-task.ts';
import type { ItemPoints, TaskPoints } from '#contract/points.ts';
import type { SuggestionRequest, Suggestions } from '#contract/suggestion.ts';
import type { TaskHistoryPage } from '#contract/task-history.ts';
import type { TaskImport } from '#contract/task-import.ts';
import type { TaskPage } from '#contract/task-list.ts';
import type { PlannedTasks, TaskMove, TaskPatch } from '#contract/task-planning.ts';
import type { TaskView } from '#contract/task-view.ts';
import { buildUrl, get, patch, post, postFile } from './request.ts';
import { sendInBatches, splitIntoBatches } from './send-in-batches.ts';
import type { TaskQuery } from './task-query.ts';

const PAGE_SIZE = 100;

export const listTasks = (query: TaskQuery, after?: string): Promise<TaskPage> =>
  get('/api/v1/tasks', {
    query: { ...query, after, limit: PAGE_SIZE, count: after === undefined || undefined },
  });

export const taskFileUrl = (query: TaskQuery): string => buildUrl('/api/v1/tasks.csv', query);

/** Reads the tasks that still exist, in any order. */
export const readTasks = async (ids: readonly string[]): Promise<TaskView[]> => {
  const pages = splitIntoBatches(ids, PAGE_SIZE).map((batch) =>
    get<TaskPage>('/api/v1/tasks', { query: { id: batch, limit: PAGE_SIZE } }),
  );
  return (await Promise.all(pages)).flatMap(({ tasks }) => tasks);
};

export const readTask = (id: string): Promise<TaskView> => get(`/api/v1/tasks/${id}`);

export type RejectedMove = PlannedTasks['rejected'][number];

const MAX_MOVES = 500;

/** Rejects only if the first request fails. If a later one fails, `problem` is its error. */
export const planTasks = async (moves: readonly TaskMove[]): Promise<PlannedTasks & { problem: unknown }> => {
  const { results, problem } = await sendInBatches(moves, MAX_MOVES, (batch) =>
    post<PlannedTasks>('/api/v1/tasks/plan', { moves: batch }),
  );
  return {
    tasks: results.flatMap(({ tasks }) => tasks),
    rejected: results.flatMap(({ rejected }) => rejected),
    problem,
  };
};

export const editTask = (id: string, edit: TaskPatch, revision: string): Promise<TaskView> =>
  patch(`/api/v1/tasks/${id}`, edit, { revision });

export const createTask = (task: NewTask): Promise<TaskView> => post('/api/v1/tasks', task);

// These requests are atomic: they change all tasks or none.
export const cancelTasks = (ids: readonly string[]) => post<void>('/api/v1/tasks/cancel', { ids });
export const restartTasks = (ids: readonly string[]) => post<void>('/api/v1/tasks/restart', { ids });
export const deleteTasks = (ids: readonly string[]) => post<void>('/api/v1/tasks/delete', { ids });

export const importTasks = (file: File, { isDryRun }: { isDryRun: boolean }): Promise<TaskImport> =>
  postFile('/api/v1/tasks/import', file, 'text/csv', { query: { dryRun: isDryRun } });

/** Oldest entry first. */
export const listTaskHistory = (taskId: string, after?: string): Promise<TaskHistoryPage> =>
  get(`/api/v1/tasks/${taskId}/history`, { query: { after, limit: 100 } });

export const readBoard = (query: BoardQuery): Promise<Board> => get('/api/v1/board', { query });

export const suggestPlans = (request: SuggestionRequest): Promise<Suggestions> =>
  post('/api/v1/suggestions', request);

/** Returns one point per item of a task. */
export const listTaskPoints = ({ sort: _, ...filter }: TaskQuery): Promise<TaskPoints> =>
  get('/api/v1/task-points', { query: filter });

export const listItemPoints = (): Promise<ItemPoints> => get('/api/v1/item-points');
