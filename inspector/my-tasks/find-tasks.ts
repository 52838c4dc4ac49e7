import type { LocalTask } from '#inspector/store/local-data.ts';

/** Returns the tasks that contain every word of the query. */
export const findTasks = (tasks: readonly LocalTask[], query: string): LocalTask[] => {
  const words = normalize(query).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...tasks];
  return tasks.filter((task) => {
    const searchText = getSearchText(task);
    return words.every((word) => searchText.includes(word));
  });
};

const normalize = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const searchTexts = new WeakMap<LocalTask, string>();

const getSearchText = (localTask: LocalTask): string => {
  const cachedText = searchTexts.get(localTask);
  if (cachedText !== undefined) return cachedText;
  const { title, externalId, description, team, workbook, items } = localTask.work.task;
  const searchText = normalize(
    [
      ...[title, externalId, description, team.title, workbook.title],
      ...items.flatMap((item) => [item.title, item.externalId, item.address]),
    ].join(' '),
  );
  searchTexts.set(localTask, searchText);
  return searchText;
};
