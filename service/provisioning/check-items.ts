import type { Path } from '#service/shape/issue.ts';
import { shapeErrors } from './check-shape.ts';
import type { ListChecks, ListPiece } from './long-list.ts';
import { duplicateMessage } from './partial-file.ts';
import { type ErrorCount, type FileError, MAX_ERRORS_SHOWN } from './provision-problems.ts';

/** The errors of items that are checked while the file is parsed: the first ones of each list, and the total count. */
export type ItemsCheck = { checkFor: ListChecks; found: { issues: FileError[] } & ErrorCount };

/** Checks the items of every content type like the rest of the file, but stores only their externalIds. */
export const createItemsCheck = (): ItemsCheck => {
  const found: ItemsCheck['found'] = { issues: [], count: 0, isTruncated: false };

  const createListCheck = (path: Path) => {
    const firstByExternalId = new Map<string, number>();
    let shown = 0;
    return ({ index, values, offsetOf }: ListPiece) => {
      const shape = shapeErrors(fileOfItems(values));
      const rejected = shape.issues.map(({ path, message }) => ({
        path: path.slice(STEPS_TO_ITEMS),
        message,
      }));
      const duplicates = externalIdsOf(values, rejected).flatMap(({ entry, externalId }) => {
        const first = firstByExternalId.get(externalId);
        if (first === undefined) {
          firstByExternalId.set(externalId, index + entry);
          return [];
        }
        const message = duplicateMessage('The externalId', externalId, [...path, first, 'externalId']);
        return [{ path: [entry, 'externalId'], message }];
      });
      const issues = [...rejected, ...duplicates];
      found.count += issues.length;
      found.isTruncated ||= shape.isTruncated;
      // Pieces come in the order of the file: later errors would not be shown.
      if (shown >= MAX_ERRORS_SHOWN) return;
      shown += issues.length;
      for (const { path: within, message } of issues) {
        const [entry, ...steps] = within;
        const offset = offsetOf(within);
        found.issues.push({ path: [...path, index + Number(entry), ...steps], message, offset });
      }
    };
  };

  return { checkFor: (path) => (isPathToItems(path) ? createListCheck(path) : undefined), found };
};

/** `tenants[0].contentTypes[0].items` */
const STEPS_TO_ITEMS = 5;
const isPathToItems = ([tenants, tenant, contentTypes, contentType, items, ...further]: Path) =>
  tenants === 'tenants' &&
  typeof tenant === 'number' &&
  contentTypes === 'contentTypes' &&
  typeof contentType === 'number' &&
  items === 'items' &&
  further.length === 0;

const fileOfItems = (items: unknown[]) => ({
  tenants: [{ tenancyName: 'any', contentTypes: [{ name: 'any', items }] }],
});

/** The externalIds that are valid themselves. */
const externalIdsOf = (values: readonly unknown[], rejected: readonly { path: Path }[]) => {
  const withoutId = new Set(
    rejected.flatMap(({ path: [entry, ...steps] }) =>
      steps.length === 0 || (steps.length === 1 && steps[0] === 'externalId') ? [entry] : [],
    ),
  );
  return values.flatMap((value, entry) => {
    const externalId = (value as { externalId?: unknown } | null | undefined)?.externalId;
    return typeof externalId !== 'string' || withoutId.has(entry) ? [] : [{ entry, externalId }];
  });
};
