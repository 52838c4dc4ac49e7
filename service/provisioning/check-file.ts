import type { ProvisionFile } from '#contract/provision.ts';
import type { Database } from '#service/database/connect.ts';
import { duplicatesIn } from './check-duplicates.ts';
import { factFaults } from './check-facts.ts';
import { unknownReferences } from './check-references.ts';
import { shapeFaults } from './check-shape.ts';
import { type LooseFile, placed, withoutRefused } from './loose-file.ts';
import { fileRefused } from './provision-problems.ts';
import { readDocument } from './read-document.ts';
import { readStanding, type Standing } from './standing.ts';

/** A provision file as text, and what to call it in messages. */
export type ProvisionSource = { name: string; text: string };

/** A file without fault, and what stands of it already, tenant by tenant. */
export type CheckedFile = { file: ProvisionFile; standing: readonly Standing[] };

/** Reads a file and holds it against the database. Refuses it with all its faults, or answers what it says. */
export const checkFile = async (db: Database, source: ProvisionSource): Promise<CheckedFile> => {
  const { value, faults, offsetOf } = readDocument(source.text);
  if (faults.length > 0)
    throw fileRefused(
      source,
      faults.map((fault) => ({ ...fault, path: [] })),
    );

  const refused = shapeFaults(value);
  const file = refused.length > 0 ? withoutRefused(value, refused) : (value as LooseFile);
  const found = [...refused, ...duplicatesIn(file)];
  const standing: Standing[] = [];
  for (const { entry, path } of placed(file.tenants, ['tenants'])) {
    const here = await readStanding(db, entry);
    standing.push(here);
    found.push(
      ...unknownReferences(entry, path, here),
      ...factFaults(
        entry,
        path,
        here,
        refused.map((fault) => fault.path),
      ),
    );
  }
  if (found.length > 0)
    throw fileRefused(
      source,
      found.map((fault) => ({ ...fault, offset: offsetOf(fault.path) })),
    );
  return { file: file as ProvisionFile, standing };
};
