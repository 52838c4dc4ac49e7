import type { Path } from '#service/shape/issue.ts';
import { findSchemaErrors } from './check-schema.ts';
import type { FindListCheck, ListChunk } from './long-list.ts';
import { formatDuplicateMessage } from './partial-file.ts';
import { type ErrorCount, type FileError, MAX_ERRORS_SHOWN } from './provision-problems.ts';

type ItemsCheck = { findCheck: FindListCheck; errors: { issues: FileError[] } & ErrorCount };

/** Checks the items of all content types during parsing, and stores only their external IDs and the first errors. */
export const createItemsCheck = (): ItemsCheck => {
  const errors: ItemsCheck['errors'] = { issues: [], count: 0, isTruncated: false };

  const createListCheck = (path: Path) => {
    const firstByExternalId = new Map<string, number>();
    let storedCount = 0;
    return ({ index, values, findOffset }: ListChunk) => {
      const schemaErrors = findSchemaErrors(wrapItems(values));
      const schemaIssues = schemaErrors.issues.map(({ path, message }) => ({
        path: path.slice(ITEMS_PATH_LENGTH),
        message,
      }));
      const duplicates = listExternalIds(values, schemaIssues).flatMap(({ position, externalId }) => {
        const firstIndex = firstByExternalId.get(externalId);
        if (firstIndex === undefined) {
          firstByExternalId.set(externalId, index + position);
          return [];
        }
        const message = formatDuplicateMessage('The externalId', externalId, [
          ...path,
          firstIndex,
          'externalId',
        ]);
        return [{ path: [position, 'externalId'], message }];
      });
      const issues = [...schemaIssues, ...duplicates];
      errors.count += issues.length;
      errors.isTruncated ||= schemaErrors.isTruncated;
      // Chunks are checked in file order, so further errors would not be shown.
      if (storedCount >= MAX_ERRORS_SHOWN) return;
      storedCount += issues.length;
      for (const { path: relativePath, message } of issues) {
        const [position, ...steps] = relativePath;
        const offset = findOffset(relativePath);
        errors.issues.push({ path: [...path, index + Number(position), ...steps], message, offset });
      }
    };
  };

  return { findCheck: (path) => (isItemsPath(path) ? createListCheck(path) : undefined), errors };
};

/** The number of steps in `tenants[0].contentTypes[0].items`. */
const ITEMS_PATH_LENGTH = 5;
const isItemsPath = ([tenants, tenant, contentTypes, contentType, items, ...rest]: Path) =>
  tenants === 'tenants' &&
  typeof tenant === 'number' &&
  contentTypes === 'contentTypes' &&
  typeof contentType === 'number' &&
  items === 'items' &&
  rest.length === 0;

const wrapItems = (items: unknown[]) => ({
  tenants: [{ tenancyName: 'any', contentTypes: [{ name: 'any', items }] }],
});

const listExternalIds = (values: readonly unknown[], schemaIssues: readonly { path: Path }[]) => {
  const invalidPositions = new Set(
    schemaIssues.flatMap(({ path: [position, ...steps] }) =>
      steps.length === 0 || (steps.length === 1 && steps[0] === 'externalId') ? [position] : [],
    ),
  );
  return values.flatMap((value, position) => {
    const externalId = (value as { externalId?: unknown } | null | undefined)?.externalId;
    return typeof externalId !== 'string' || invalidPositions.has(position) ? [] : [{ position, externalId }];
  });
};
