import { useQueries } from '@tanstack/react-query';
import type { TaskView } from '#contract/task-view.ts';
import { readItem } from '#portal/api/items.ts';
import { findItems } from '#portal/api/lookups.ts';
import { useHasPermission } from '#portal/session/me.ts';
import { parseUuid } from '#portal/ui/search-values.ts';

/** Finds the title of a current or former item by its ID or external ID. Returns the ID if the item is unknown. */
export const useItemTitles = (
  { items, workbook: { contentTypeId } }: TaskView,
  ids: readonly string[],
): ((id: string) => string) => {
  const canReadItems = useHasPermission('Workbooks.Read');
  const knownTitles = new Map(
    items.flatMap(({ id, externalId, title }) => [
      [id, title],
      [externalId, title],
    ]),
  );
  const missingIds = [...new Set(ids)].filter((id) => !knownTitles.has(id));
  const missingTitles = useQueries({
    queries: missingIds.map((id) => ({
      queryKey: ['lookup', 'items', contentTypeId, 'title', id],
      queryFn: () => readTitle(contentTypeId!, id),
      enabled: canReadItems && contentTypeId !== null,
      retry: false,
    })),
  });
  return (id) => knownTitles.get(id) ?? missingTitles[missingIds.indexOf(id)]?.data ?? id;
};

const readTitle = async (contentTypeId: string, id: string): Promise<string> => {
  if (parseUuid(id) !== undefined) return (await readItem(contentTypeId, id)).title;
  const { items } = await findItems(contentTypeId, id);
  return items.find(({ externalId }) => externalId === id)?.title ?? id;
};
