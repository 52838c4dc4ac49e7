import { queryOptions } from '@tanstack/react-query';
import type { ContentType, ContentTypePage } from '#contract/content-type.ts';
import type { Item, ItemDeleted, ItemPage, ItemPatch, NewItem } from '#contract/item.ts';
import type {
  ItemImportError,
  ItemImportProgress,
  ItemImportRow,
  ItemImportSummary,
} from '#contract/item-import.ts';
import { ApiProblem } from './api-problem.ts';
import { readAllPages } from './read-all-pages.ts';
import { buildUrl, get, patch, post, postFileAndReadLines, remove } from './request.ts';

const TYPES = '/api/v1/content-types';

export const contentTypesQuery = queryOptions({
  queryKey: ['content-types'],
  queryFn: () =>
    readAllPages(
      (after) => get<ContentTypePage>(TYPES, { query: { after, limit: 500 } }),
      ({ contentTypes }) => contentTypes,
    ),
});
export const createContentType = (name: string) => post<ContentType>(TYPES, { name });
export const renameContentType = ({ id, revision }: ContentType, name: string) =>
  patch<ContentType>(`${TYPES}/${id}`, { name }, { revision });
export const deleteContentType = ({ id, revision }: ContentType) =>
  remove<unknown>(`${TYPES}/${id}`, { revision });

type ItemFilter = {
  text?: string | undefined;
  archived?: 'true' | undefined;
  after?: string | undefined;
  limit: number;
};

const buildItemsPath = (typeId: string) => `${TYPES}/${typeId}/items`;

export const listItems = (typeId: string, query: ItemFilter) =>
  get<ItemPage>(buildItemsPath(typeId), { query });
export const readItem = (typeId: string, id: string) => get<Item>(`${buildItemsPath(typeId)}/${id}`);
export const createItem = (typeId: string, item: NewItem) => post<Item>(buildItemsPath(typeId), item);
export const editItem = ({ contentTypeId, id, revision }: Item, change: ItemPatch) =>
  patch<Item>(`${buildItemsPath(contentTypeId)}/${id}`, change, { revision });
export const deleteItem = ({ contentTypeId, id, revision }: Item) =>
  remove<ItemDeleted>(`${buildItemsPath(contentTypeId)}/${id}`, { revision });

export const itemFileUrl = (typeId: string): string => buildUrl(`${buildItemsPath(typeId)}.csv`);

export type ImportResult = {
  summary: ItemImportSummary;
  errors: ItemImportError[];
  rows?: ItemImportRow[];
};

type ImportLine =
  | { progress: ItemImportProgress }
  | ImportResult
  | { problem: { status: number; detail: string; errors?: { field: string; message: string }[] } };

export const importItems = async (
  typeId: string,
  file: Blob,
  { isDryRun, onProgress }: { isDryRun: boolean; onProgress: (progress: ItemImportProgress) => void },
): Promise<ImportResult> => {
  const lastLine = await postFileAndReadLines<ImportLine>(`${buildItemsPath(typeId)}/import`, file, {
    type: 'text/csv; charset=utf-8',
    query: { dryRun: isDryRun },
    onLine: (line) => {
      if ('progress' in line) onProgress(line.progress);
    },
  });
  if (lastLine && 'summary' in lastLine) return lastLine;
  if (lastLine && 'problem' in lastLine)
    throw new ApiProblem(lastLine.problem.status, lastLine.problem.detail, {
      fields: lastLine.problem.errors ?? [],
    });
  throw new ApiProblem(0, 'The response ended early.');
};
