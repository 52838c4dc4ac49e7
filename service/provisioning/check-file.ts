import type { ProvisionFile, ProvisionItem } from '#contract/provision.ts';
import type { Database } from '#service/database/connect.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Issue } from '#service/shape/issue.ts';
import { duplicatesIn } from './check-duplicates.ts';
import { factErrors } from './check-facts.ts';
import { createItemsCheck } from './check-items.ts';
import { unknownReferences } from './check-references.ts';
import { shapeErrors } from './check-shape.ts';
import { type ExistingData, readExistingData } from './existing-data.ts';
import { type PartialFile, withoutRejected, withPaths } from './partial-file.ts';
import { fileRejected } from './provision-problems.ts';
import { readDocument } from './read-document.ts';

/** The text of a provision file, and its name for messages. */
export type ProvisionSource = { name: string; text: string };

/** A valid file, with the existing data of each tenant. */
export type CheckedFile = { file: ProvisionFile; existing: readonly ExistingData[]; itemsOf: ItemsOf };

/** Returns the items of a content type. Long lists are not stored; each iteration parses them again. */
export type ItemsOf = (items: ProvisionItem[] | undefined) => Iterable<ProvisionItem> & { length: number };

/** Parses a file and checks it against the database. Throws a Problem with all errors. */
export const checkFile = async (
  db: Database,
  source: ProvisionSource,
  { outgoingPolicy }: { outgoingPolicy: OutgoingPolicy },
): Promise<CheckedFile> => {
  const { checkFor, found: inItems } = createItemsCheck();
  const { value, issues, offsetOf, longLists } = readDocument(source.text, { checkFor });
  if (issues.length > 0)
    throw fileRejected(
      source,
      issues.map((issue) => ({ ...issue, path: [] })),
    );

  const { issues: rejected, isTruncated } = shapeErrors(value);
  const rejection = (found: readonly Issue[]) =>
    fileRejected(
      source,
      [...found.map((issue) => ({ ...issue, offset: offsetOf(issue.path) })), ...inItems.issues],
      { count: found.length + inItems.count, isTruncated: isTruncated || inItems.isTruncated },
    );
  // Further checks need values of the right type.
  if (isTruncated) throw rejection(rejected);

  const file = rejected.length > 0 ? withoutRejected(value, rejected) : (value as PartialFile);
  const rejectedPaths = rejected.map(({ path }) => path);
  const found = [rejected, duplicatesIn(file)];
  const existing: ExistingData[] = [];
  for (const { entry, path } of withPaths(file.tenants, ['tenants'])) {
    const here = await readExistingData(db, entry);
    existing.push(here);
    found.push(
      unknownReferences(entry, path, here),
      factErrors(entry, path, here, { rejected: rejectedPaths, outgoingPolicy }),
    );
  }
  if (inItems.count > 0 || found.some(({ length }) => length > 0)) throw rejection(found.flat());
  const itemsOf: ItemsOf = (items = []) => (longLists.get(items) as ReturnType<ItemsOf> | undefined) ?? items;
  return { file: file as ProvisionFile, existing, itemsOf };
};
