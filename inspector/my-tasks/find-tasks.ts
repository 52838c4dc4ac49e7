import type { KeptTask } from '#inspector/store/kept.ts';

/** Those in which every word is found: in titles, numbers, addresses, the team and the workbook. */
export const findTasks = (tasks: readonly KeptTask[], text: string): KeptTask[] => {
  const words = plain(text).split(/\s+/).filter(Boolean);
  if (words.length === 0) return [...tasks];
  return tasks.filter((task) => {
    const said = sayingOf(task);
    return words.every((word) => said.includes(word));
  });
};

/** Without accents and capitals: what is typed with gloves. */
const plain = (text: string) => text.normalize('NFD').replace(/\p{M}/gu, '').toLowerCase();

const sayings = new WeakMap<KeptTask, string>();

const sayingOf = (kept: KeptTask): string => {
  const known = sayings.get(kept);
  if (known !== undefined) return known;
  const { title, externalId, description, team, workbook, items } = kept.work.task;
  const said = plain(
    [
      ...[title, externalId, description, team.title, workbook.title],
      ...items.flatMap((item) => [item.title, item.externalId, item.address]),
    ].join(' '),
  );
  sayings.set(kept, said);
  return said;
};
