import type { LocalTask } from '#inspector/store/local-data.ts';

/** The task that a code leads to, which may not be on this device; or the matching tasks, which may be none. */
export type CodeMatch = { taskId: string } | { tasks: readonly LocalTask[] };

const ID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Names of attributes whose values are on the object itself. */
const CODE_ATTRIBUTE = /code|qr|tag|serial|serie/i;

/**
 * Finds the tasks for a scanned or typed code: a link to a task in this app or the portal, the id, number or title of
 * a task or item, or an attribute that is a code. The most specific match counts, so a number is never matched with a
 * title. `home`: the address of this service, such as `https://ronda.example`.
 */
export const findTasksByCode = (code: string, tasks: readonly LocalTask[], home: string): CodeMatch => {
  const text = plain(code);
  const linked = linkedTask(code.trim(), home);
  if (linked !== undefined) return { taskId: linked };
  if (text === '') return { tasks: [] };
  for (const names of MATCHERS) {
    const match = tasks.filter((task) => names(task).some((name) => plain(name) === text));
    if (match.length === 1) return { taskId: match[0]!.id };
    if (match.length > 1) return { tasks: match };
  }
  return { tasks: [] };
};

type Matcher = (localTask: LocalTask) => readonly string[];

const MATCHERS: readonly Matcher[] = [
  ({ id, work: { task } }) => [id, task.externalId],
  ({ work: { task } }) => task.items.flatMap((item) => [item.id, item.externalId]),
  ({ work: { task } }) =>
    task.items.flatMap(({ attributes }) =>
      Object.entries(attributes)
        .filter(([name]) => CODE_ATTRIBUTE.test(name))
        .map(([, value]) => String(value)),
    ),
  ({ work: { task } }) => [task.title],
  ({ work: { task } }) => task.items.map(({ title }) => title),
];

const plain = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

/** Returns the id in a link to a task of this service; undefined for links of other services. */
const linkedTask = (text: string, home: string): string | undefined => {
  const url = URL.parse(text);
  const [start, service] = [url, URL.parse(home)];
  if (!start || !service || start.origin !== service.origin) return undefined;
  const below = start.pathname.slice(service.pathname.replace(/\/$/, '').length);
  const [, id = ''] = /^\/(?:inspect|portal)\/tasks\/([^/]+)\/?$/.exec(below) ?? [];
  return ID.test(id.toLowerCase()) ? id.toLowerCase() : undefined;
};
