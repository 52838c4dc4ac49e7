import { createHash } from 'node:crypto';
import type { SealedKey } from './sealed-key.ts';

/** The format of sets. Each version reads and writes this one only, until there is a second. */
export const FORMAT = 1;

/** A part of a set as it lies in the target: `bytes` and `sha256` are of the compressed bytes. */
export type Member = { name: string; bytes: number; sha256: string };

export type DumpedTable = {
  rows: number;
  /** In the order in which the dump has them; generated columns are left out. */
  columns: string[];
  members: Member[];
};

/** The next value of an identity column. `last` exceeds what a number keeps exactly. */
export type DumpedSequence = { table: string; column: string; last: string; isCalled: boolean };

/** An upload on its way whose pieces were no longer there when they were copied. */
export type LostPieces = { tenantId: number; uploadId: string };

/** What a set holds. It is written last and makes the set whole. */
export type Manifest = {
  format: number;
  set: string;
  /** The version of Ronda that made it. */
  product: string;
  postgres: string;
  /** The moment whose state the set holds (UTC). */
  snapshotAt: string;
  finishedAt: string;
  /** The newest migration, and all of them. */
  schema: number;
  migrations: number[];
  epoch: string;
  tenants: number;
  tables: Record<string, DumpedTable>;
  sequences: DumpedSequence[];
  files: {
    count: number;
    bytes: number;
    /** Lists every file with its size and SHA-256. */
    members: Member[];
    /** Files that the database names and that were not there: a set with any is not good. */
    missing: string[];
    lostPieces: LostPieces[];
  };
  /** The secret key, encrypted by a passphrase; null: it must come from elsewhere. */
  key: SealedKey | null;
};

/** A set, or a file of one, is not what its manifest says. */
export class SetDamaged extends Error {
  constructor(name: string, reason: string) {
    super(`${name} ${reason}.`);
    this.name = 'SetDamaged';
  }
}

export const sha256Of = (content: string | Buffer): string =>
  createHash('sha256').update(content).digest('hex');

/** The text of manifest.json: the manifest and the SHA-256 of its JSON. */
export const printManifest = (manifest: Manifest): string => {
  const sha256 = sha256Of(JSON.stringify(manifest));
  return `${JSON.stringify({ sha256, manifest }, null, 1)}\n`;
};

/** Reads the manifest.json of `set`. Throws SetDamaged with the `key` of the file, also when one byte was changed. */
export const parseManifest = (text: string, { set, key }: { set: string; key: string }): Manifest => {
  const manifest = parsed(text, key);
  // JSON keeps the order of members. The whole text is compared, because the digest does not cover white space.
  if (text !== printManifest(manifest)) throw new SetDamaged(key, 'is damaged: its digest differs');
  if (manifest.set !== set) throw new SetDamaged(key, `is damaged: it belongs to the set ${manifest.set}`);
  if (manifest.format !== FORMAT) {
    throw new Error(
      `The set ${manifest.set} has the format ${manifest.format}; this version reads ${FORMAT}. Use the version of Ronda that made it (${manifest.product}), or a newer one.`,
    );
  }
  return manifest;
};

const parsed = (text: string, key: string): Manifest => {
  try {
    const { manifest } = JSON.parse(text) as { manifest: Manifest };
    if (typeof manifest === 'object' && manifest !== null) return manifest;
  } catch {
    // Reported below.
  }
  throw new SetDamaged(key, 'is damaged: it is not a manifest');
};

/** Every member of a set but the manifest itself. */
export const membersOf = ({ tables, files }: Manifest): Member[] => [
  ...Object.values(tables).flatMap(({ members }) => members),
  ...files.members,
];
