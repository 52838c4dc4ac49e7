import type { LocalTask } from '#inspector/store/local-data.ts';

/** The ID of the only match, which need not be on this device, or else a list of zero or several tasks. */
export type CodeMatch = { taskId: string } | { tasks: readonly LocalTask[] };

const UUID = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
/** Matches attributes whose values are usually printed on the item itself. */
const CODE_ATTRIBUTE = /code|qr|tag|serial|serie/i;

/**
 * Finds the tasks for a scanned or typed code: a link to a task, or the ID, number, title or attribute of a task or
 * item. The most specific match wins. `serviceUrl` is the URL of this service (`https://ronda.example`).
 */
export const findTasksByCode = (code: string, tasks: readonly LocalTask[], serviceUrl: string): CodeMatch => {
  const normalizedCode = normalize(code);
  const linkedTaskId = findLinkedTaskId(code.trim(), serviceUrl);
  if (linkedTaskId !== undefined) return { taskId: linkedTaskId };
  if (normalizedCode === '') return { tasks: [] };
  for (const listCodes of CODES_BY_PRIORITY) {
    const matches = tasks.filter((task) =>
      listCodes(task).some((candidate) => normalize(candidate) === normalizedCode),
    );
    if (matches.length === 1) return { taskId: matches[0]!.id };
    if (matches.length > 1) return { tasks: matches };
  }
  return { tasks: [] };
};

const CODES_BY_PRIORITY: readonly ((localTask: LocalTask) => readonly string[])[] = [
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

const normalize = (text: string) => text.trim().replace(/\s+/g, ' ').toLowerCase();

const findLinkedTaskId = (text: string, serviceUrl: string): string | undefined => {
  const [link, service] = [URL.parse(text), URL.parse(serviceUrl)];
  if (!link || !service || link.origin !== service.origin) return undefined;
  const path = link.pathname.slice(service.pathname.replace(/\/$/, '').length);
  const [, id = ''] = /^\/(?:inspect|portal)\/tasks\/([^/]+)\/?$/.exec(path) ?? [];
  return UUID.test(id.toLowerCase()) ? id.toLowerCase() : undefined;
};
