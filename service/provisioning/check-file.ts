import type { ProvisionFile, ProvisionItem } from '#contract/provision.ts';
import type { Database } from '#service/database/connect.ts';
import type { OutgoingPolicy } from '#service/outgoing/outgoing-policy.ts';
import type { Fault } from '#service/shape/fault.ts';
import { duplicatesIn } from './check-duplicates.ts';
import { factFaults } from './check-facts.ts';
import { createItemsCheck } from './check-items.ts';
import { unknownReferences } from './check-references.ts';
import { shapeFaults } from './check-shape.ts';
import { type LooseFile, placed, withoutRefused } from './loose-file.ts';
import { fileRefused } from './provision-problems.ts';
import { readDocument } from './read-document.ts';
import { readStanding, type Standing } from './standing.ts';

/** A provision file as text, and what to call it in messages. */
export type ProvisionSource = { name: string; text: string };

/** A file without fault, and what stands of it already, tenant by tenant. */
export type CheckedFile = { file: ProvisionFile; standing: readonly Standing[]; itemsOf: ItemsOf };

/** The items of a content type. Many are not kept: each time they are gone through they are read again. */
export type ItemsOf = (items: ProvisionItem[] | undefined) => Iterable<ProvisionItem> & { length: number };

/** Reads a file and holds it against the database. Refuses it with all its faults, or answers what it says. */
export const checkFile = async (
  db: Database,
  source: ProvisionSource,
  { outgoingPolicy }: { outgoingPolicy: OutgoingPolicy },
): Promise<CheckedFile> => {
  const { judgeOf, found: inItems } = createItemsCheck();
  const { value, faults, offsetOf, longLists } = readDocument(source.text, { judgeOf });
  if (faults.length > 0)
    throw fileRefused(
      source,
      faults.map((fault) => ({ ...fault, path: [] })),
    );

  const { faults: refused, isCutShort } = shapeFaults(value);
  const refusal = (found: readonly Fault[]) =>
    fileRefused(
      source,
      [...found.map((fault) => ({ ...fault, offset: offsetOf(fault.path) })), ...inItems.faults],
      { count: found.length + inItems.count, isCutShort: isCutShort || inItems.isCutShort },
    );
  // Further checks need what has the right shape.
  if (isCutShort) throw refusal(refused);

  const file = refused.length > 0 ? withoutRefused(value, refused) : (value as LooseFile);
  const refusedPaths = refused.map(({ path }) => path);
  const found = [refused, duplicatesIn(file)];
  const standing: Standing[] = [];
  for (const { entry, path } of placed(file.tenants, ['tenants'])) {
    const here = await readStanding(db, entry);
    standing.push(here);
    found.push(
      unknownReferences(entry, path, here),
      factFaults(entry, path, here, { refused: refusedPaths, outgoingPolicy }),
    );
  }
  if (inItems.count > 0 || found.some(({ length }) => length > 0)) throw refusal(found.flat());
  const itemsOf: ItemsOf = (items = []) => (longLists.get(items) as ReturnType<ItemsOf> | undefined) ?? items;
  return { file: file as ProvisionFile, standing, itemsOf };
};
