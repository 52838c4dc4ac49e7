import type { Path } from '#service/shape/fault.ts';
import { shapeFaults } from './check-shape.ts';
import type { JudgeOfList, ListPiece } from './long-list.ts';
import { givenTwice } from './loose-file.ts';
import { type FaultCount, type FileFault, MOST_FAULTS_TOLD } from './provision-problems.ts';

/** The faults of items that are judged while the file is read: the first of each list, and how many there are. */
export type ItemsCheck = { judgeOf: JudgeOfList; found: { faults: FileFault[] } & FaultCount };

/** Judges the items of every content type as the whole file would be, but keeps only their externalIds. */
export const createItemsCheck = (): ItemsCheck => {
  const found: ItemsCheck['found'] = { faults: [], count: 0, isCutShort: false };

  const judgeList = (path: Path) => {
    const firstByExternalId = new Map<string, number>();
    let told = 0;
    return ({ index, values, offsetOf }: ListPiece) => {
      const shape = shapeFaults(fileOfItems(values));
      const refused = shape.faults.map(({ path, message }) => ({
        path: path.slice(STEPS_TO_ITEMS),
        message,
      }));
      const duplicates = externalIdsOf(values, refused).flatMap(({ entry, externalId }) => {
        const first = firstByExternalId.get(externalId);
        if (first === undefined) {
          firstByExternalId.set(externalId, index + entry);
          return [];
        }
        const message = givenTwice('The externalId', externalId, [...path, first, 'externalId']);
        return [{ path: [entry, 'externalId'], message }];
      });
      const faults = [...refused, ...duplicates];
      found.count += faults.length;
      found.isCutShort ||= shape.isCutShort;
      // Pieces come in the order of the file: later faults would not be told.
      if (told >= MOST_FAULTS_TOLD) return;
      told += faults.length;
      for (const { path: within, message } of faults) {
        const [entry, ...steps] = within;
        const offset = offsetOf(within);
        found.faults.push({ path: [...path, index + Number(entry), ...steps], message, offset });
      }
    };
  };

  return { judgeOf: (path) => (isPathToItems(path) ? judgeList(path) : undefined), found };
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

/** Those that are not refused themselves. */
const externalIdsOf = (values: readonly unknown[], refused: readonly { path: Path }[]) => {
  const withoutId = new Set(
    refused.flatMap(({ path: [entry, ...steps] }) =>
      steps.length === 0 || (steps.length === 1 && steps[0] === 'externalId') ? [entry] : [],
    ),
  );
  return values.flatMap((value, entry) => {
    const externalId = (value as { externalId?: unknown } | null | undefined)?.externalId;
    return typeof externalId !== 'string' || withoutId.has(entry) ? [] : [{ entry, externalId }];
  });
};
