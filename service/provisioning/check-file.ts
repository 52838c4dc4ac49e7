import type { ProvisionFile, ProvisionItem } from '#contract/provision.ts';
import type { Database } from '#service/database/connect.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Issue, Path } from '#service/shape/issue.ts';
import { findDataErrors } from './check-data.ts';
import { findDuplicates } from './check-duplicates.ts';
import { createItemsCheck } from './check-items.ts';
import { findUnknownReferences } from './check-references.ts';
import { findSchemaErrors } from './check-schema.ts';
import { type ExistingData, readExistingData } from './existing-data.ts';
import { listEntries, type PartialFile, removeInvalidValues } from './partial-file.ts';
import { fileRejected } from './provision-problems.ts';
import { readDocument } from './read-document.ts';

/** The content of a provisioning file, and the name to use for it in messages. */
export type ProvisionSource = { name: string; text: string };

type CheckedFile = {
  file: ProvisionFile;
  /** The existing data of each tenant in the file, in the same order. */
  existingDataOfTenants: readonly ExistingData[];
  iterateItems: IterateItems;
};

/** Returns the items of a content type. Long lists are not stored in memory, so each iteration re-parses them. */
export type IterateItems = (
  items: ProvisionItem[] | undefined,
) => Iterable<ProvisionItem> & { length: number };

/** Parses a file and checks it against the database. Throws a Problem that lists all errors. */
export const checkFile = async (
  db: Database,
  source: ProvisionSource,
  { outgoingPolicy }: { outgoingPolicy: OutgoingPolicy },
): Promise<CheckedFile> => {
  const { findCheck, errors: itemErrors } = createItemsCheck();
  const { value, issues, findOffset, longLists } = readDocument(source.text, { findCheck });
  if (issues.length > 0)
    throw fileRejected(
      source,
      issues.map((issue) => ({ ...issue, path: [] })),
    );

  const { issues: schemaIssues, isTruncated } = findSchemaErrors(value);
  const createRejection = (issues: readonly Issue[]) =>
    fileRejected(
      source,
      [...issues.map((issue) => ({ ...issue, offset: findOffset(issue.path) })), ...itemErrors.issues],
      { count: issues.length + itemErrors.count, isTruncated: isTruncated || itemErrors.isTruncated },
    );
  // The checks below need values of the right type, so every schema error must be known.
  if (isTruncated) throw createRejection(schemaIssues);

  const file = schemaIssues.length > 0 ? removeInvalidValues(value, schemaIssues) : (value as PartialFile);
  const isRejected = (outerPath: Path) =>
    schemaIssues.some(({ path }) => outerPath.every((step, index) => path[index] === step));
  const allIssues = [schemaIssues, findDuplicates(file)];
  const existingDataOfTenants: ExistingData[] = [];
  for (const tenant of listEntries({ value: file, path: [] }, 'tenants')) {
    const existingData = await readExistingData(db, tenant.value);
    existingDataOfTenants.push(existingData);
    allIssues.push(
      findUnknownReferences(tenant, existingData),
      findDataErrors(tenant, existingData, { isRejected, outgoingPolicy }),
    );
  }
  if (itemErrors.count > 0 || allIssues.some(({ length }) => length > 0))
    throw createRejection(allIssues.flat());
  const iterateItems: IterateItems = (items = []) =>
    (longLists.get(items) as ReturnType<IterateItems> | undefined) ?? items;
  return { file: file as ProvisionFile, existingDataOfTenants, iterateItems };
};
