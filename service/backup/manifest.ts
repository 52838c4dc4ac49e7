import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { inEnglish, verbatim } from '#sentences/sentence.ts';
import { pathText } from '#service/shape/fault.ts';
import { createShapeCheck } from '#service/shape/shape-check.ts';
import { SealedKey } from './sealed-key.ts';

/** The format of sets. Each version reads and writes this one only, until there is a second. */
export const FORMAT = 1;

/* Whoever can write to a target can write a manifest with a valid digest, so the schema bounds everything that becomes a
 * name, an amount of memory or text in a terminal. Members of later versions are ignored. */

const NAME = '[a-z_][a-z0-9_]{0,62}';
const Name = Type.String({ pattern: `^${NAME}$` });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Moment = Type.String({ format: 'date-time' });
/** Exceeds what a number keeps exactly. */
const BigNumber = Type.String({ pattern: '^-?[0-9]{1,19}$' });
/** Parts have 8 MiB and are in memory as a whole. */
const LARGEST_PART = 2 ** 26;

export type Member = Static<typeof Member>;
/** A part of a set as it lies in the target: `bytes` and `sha256` are of the compressed bytes. */
const Member = Type.Object({
  name: Type.String({ pattern: `^(files|tables/${NAME})\\.[0-9]{4,9}\\.zst$` }),
  bytes: Type.Integer({ minimum: 1, maximum: LARGEST_PART }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type DumpedTable = Static<typeof DumpedTable>;
const DumpedTable = Type.Object({
  rows: Count,
  /** In the order in which the dump has them; generated columns are left out. */
  columns: Type.Array(Name, { maxItems: 1_600 }),
  members: Type.Array(Member),
});

export type DumpedSequence = Static<typeof DumpedSequence>;
/** The next value of an identity column. */
const DumpedSequence = Type.Object({
  table: Name,
  column: Name,
  last: BigNumber,
  isCalled: Type.Boolean(),
});

export type LostPieces = Static<typeof LostPieces>;
/** An upload on its way whose pieces were no longer there when they were copied. */
const LostPieces = Type.Object({
  tenantId: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
  uploadId: Type.String({ format: 'uuid' }),
});

/** Of manifests of every format. */
const AnyManifest = Type.Object({
  format: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
  set: Type.String({ pattern: '^[0-9tz-]{1,64}$' }),
  /** The version of Ronda that made it. */
  product: Type.String({ pattern: '^[0-9A-Za-z.+-]{1,64}$' }),
});

export type Manifest = Static<typeof Manifest>;
/** What a set holds. It is written last and makes the set whole. */
const Manifest = Type.Object({
  ...AnyManifest.properties,
  postgres: Type.String({ pattern: '^[ -~]{1,200}$' }),
  /** The moment whose state the set holds (UTC). */
  snapshotAt: Moment,
  finishedAt: Moment,
  /** The newest migration, and all of them. */
  schema: Type.Integer({ minimum: 1, maximum: 9_999 }),
  migrations: Type.Array(Type.Integer({ minimum: 1, maximum: 9_999 }), { minItems: 1, maxItems: 9_999 }),
  epoch: BigNumber,
  tenants: Count,
  tables: Type.Record(Name, DumpedTable, { additionalProperties: false }),
  sequences: Type.Array(DumpedSequence),
  files: Type.Object({
    count: Count,
    bytes: Count,
    /** Lists every file with its size and SHA-256. */
    members: Type.Array(Member),
    /** Files that the database names and that were not there: a set with any is not good. */
    missing: Type.Array(Type.String({ pattern: '^[a-z0-9._/-]{1,512}$' })),
    lostPieces: Type.Array(LostPieces),
  }),
  /** The secret key, encrypted by a passphrase; null: it must come from elsewhere. */
  key: Type.Union([SealedKey, Type.Null()]),
});

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
  const content = parsed(text);
  if (content === undefined) throw new SetDamaged(key, 'is damaged: it is not a manifest');
  // JSON keeps the order of members. The whole text is compared, because the digest does not cover white space.
  if (text !== printManifest(content as Manifest))
    throw new SetDamaged(key, 'is damaged: its digest differs');
  mustFit(findFaultsOfAny, content, key);
  const { format, product, set: named } = content as Static<typeof AnyManifest>;
  if (named !== set) throw new SetDamaged(key, `is damaged: it belongs to the set ${named}`);
  if (format !== FORMAT) {
    throw new Error(
      `The set ${set} has the format ${format}; this version reads ${FORMAT}. Use the version of Ronda that made it (${product}), or a newer one.`,
    );
  }
  mustFit(findFaults, content, key);
  return content as Manifest;
};

const parsed = (text: string): object | undefined => {
  try {
    const { manifest } = JSON.parse(text) as { manifest: unknown };
    return typeof manifest === 'object' && manifest !== null ? manifest : undefined;
  } catch {
    return undefined;
  }
};

const findFaultsOfAny = createShapeCheck(AnyManifest, { whole: verbatim('The manifest') });
const findFaults = createShapeCheck(Manifest, { whole: verbatim('The manifest') });

const MOST_NAMED = 5;

const mustFit = (find: typeof findFaults, content: object, key: string): void => {
  const { faults } = find(content);
  if (faults.length === 0) return;
  const named = faults
    .slice(0, MOST_NAMED)
    .map(({ path, message }) => `${pathText(path)}: ${inEnglish(message).replace(/\.$/, '')}`)
    .join('; ')
    // What a forged manifest holds must not control the terminal.
    .replaceAll(/\p{Cc}/gu, '�');
  throw new SetDamaged(key, `is not the manifest of a set: ${named}`);
};

/** Every member of a set but the manifest itself. */
export const membersOf = ({ tables, files }: Manifest): Member[] => [
  ...Object.values(tables).flatMap(({ members }) => members),
  ...files.members,
];
