import type { KeptTask } from '#inspector/store/kept.ts';

/** A task that a code leads to, which need not be on this device; or several to choose from; none: nobody here knows it. */
export type Meant = { taskId: string } | { tasks: readonly KeptTask[] };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Attributes whose names say that their values stand on the thing itself. */
const NAMES_A_CODE = /code|qr|tag|serial|serie/i;

/**
 * What somebody means who scans or types `code`: the link of a task, of this app or the portal, its id, number or title, or
 * that of an item, or a code among its attributes. What says most exactly which one is meant comes first, so that a number
 * is never taken for a title. `home`: where browsers reach this service, such as `https://ronda.example`.
 */
export const tasksOfCode = (code: string, tasks: readonly KeptTask[], home: string): Meant => {
  const text = plain(code);
  const linked = linkedTask(code.trim(), home);
  if (linked !== undefined) return { taskId: linked };
  if (text === '') return { tasks: [] };
  for (const names of NAMINGS) {
    const meant = tasks.filter((task) => names(task).some((name) => plain(name) === text));
    if (meant.length === 1) return { taskId: meant[0]!.id };
    if (meant.length > 1) return { tasks: meant };
  }
  return { tasks: [] };
};

type Naming = (kept: KeptTask) => readonly string[];

const NAMINGS: readonly Naming[] = [
  ({ id, work: { task } }) => [id, task.externalId],
  ({ work: { task } }) => task.items.flatMap((item) => [item.id, item.externalId]),
  ({ work: { task } }) =>
    task.items.flatMap(({ attributes }) =>
      Object.entries(attributes)
        .filter(([name]) => NAMES_A_CODE.test(name))
        .map(([, value]) => String(value)),
    ),
  ({ work: { task } }) => [task.title],
  ({ work: { task } }) => task.items.map(({ title }) => title),
];

const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Links of other services may look the same; they mean nothing here. */
const linkedTask = (text: string, home: string): string | undefined => {
  const url = URL.parse(text);
  const [start, service] = [url, URL.parse(home)];
  if (!start || !service || start.origin !== service.origin) return undefined;
  const below = start.pathname.slice(service.pathname.replace(/\/$/, '').length);
  const [, id = ''] = /^\/(?:inspect|portal)\/tasks\/([^/]+)\/?$/.exec(below) ?? [];
  return ID.test(id.toLowerCase()) ? id.toLowerCase() : undefined;
};
