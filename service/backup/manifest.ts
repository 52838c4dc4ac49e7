import { createHash } from 'node:crypto';
import { type Static, Type } from 'typebox';
import { toEnglish, verbatim } from '#i18n/message.ts';
import { formatPath } from '#service/shape/issue.ts';
import { createSchemaCheck } from '#service/shape/shape-check.ts';
import { SealedKey } from './sealed-key.ts';

/** The only set format so far, read and written by every version of Ronda. */
export const FORMAT = 1;

// Anyone with write access to a target can write a manifest with a valid digest, so the schema limits all values used
// as names, as sizes in memory, or in terminal output. Unknown properties are ignored.

const NAME_PATTERN = '[a-z_][a-z0-9_]{0,62}';
const Name = Type.String({ pattern: `^${NAME_PATTERN}$` });
const Count = Type.Integer({ minimum: 0, maximum: Number.MAX_SAFE_INTEGER });
const Timestamp = Type.String({ format: 'date-time' });
/** A bigint, which may exceed JavaScript's safe integer range. */
const BigNumber = Type.String({ pattern: '^-?[0-9]{1,19}$' });
/** Parts are read entirely into memory. They are about 8 MiB. */
const MAX_PART_BYTES = 2 ** 26;

export type Part = Static<typeof Part>;
/** `bytes` and `sha256` refer to the compressed bytes. */
const Part = Type.Object({
  name: Type.String({ pattern: `^(files|tables/${NAME_PATTERN})\\.[0-9]{4,9}\\.zst$` }),
  bytes: Type.Integer({ minimum: 1, maximum: MAX_PART_BYTES }),
  sha256: Type.String({ pattern: '^[0-9a-f]{64}$' }),
});

export type DumpedTable = Static<typeof DumpedTable>;
const DumpedTable = Type.Object({
  rows: Count,
  columns: Type.Array(Name, { maxItems: 1_600 }),
  members: Type.Array(Part),
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
/** An unfinished upload whose pieces the server has deleted. */
const LostPieces = Type.Object({
  tenantId: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
  uploadId: Type.String({ format: 'uuid' }),
});

/** The properties common to manifests in every format. */
const AnyManifest = Type.Object({
  format: Type.Integer({ minimum: 1, maximum: 2 ** 31 - 1 }),
  set: Type.String({ pattern: '^[0-9tz-]{1,64}$' }),
  /** The version of Ronda. */
  product: Type.String({ pattern: '^[0-9A-Za-z.+-]{1,64}$' }),
});

export type Manifest = Static<typeof Manifest>;
/** Describes the contents of a set. It is written last, so a set with a manifest is complete. */
const Manifest = Type.Object({
  ...AnyManifest.properties,
  postgres: Type.String({ pattern: '^[ -~]{1,200}$' }),
  /** When the data was captured (UTC). */
  snapshotAt: Timestamp,
  finishedAt: Timestamp,
  /** `schema` is the number of the newest migration; `migrations` lists the numbers of all of them. */
  schema: Type.Integer({ minimum: 1, maximum: 9_999 }),
  migrations: Type.Array(Type.Integer({ minimum: 1, maximum: 9_999 }), { minItems: 1, maxItems: 9_999 }),
  epoch: BigNumber,
  tenants: Count,
  tables: Type.Record(Name, DumpedTable, { additionalProperties: false }),
  sequences: Type.Array(DumpedSequence),
  files: Type.Object({
    count: Count,
    bytes: Count,
    /** The parts that contain the list of files. */
    members: Type.Array(Part),
    /** The files that the server had lost. */
    missing: Type.Array(Type.String({ pattern: '^[a-z0-9._/-]{1,512}$' })),
    lostPieces: Type.Array(LostPieces),
  }),
  /** The secret key, encrypted with a passphrase; null if the set does not include it. */
  key: Type.Union([SealedKey, Type.Null()]),
});

export class DamagedSetError extends Error {
  constructor(name: string, reason: string) {
    super(`${name} ${reason}.`);
    this.name = 'DamagedSetError';
  }
}

export const hash = (content: string | Buffer): string => createHash('sha256').update(content).digest('hex');

export const formatManifest = (manifest: Manifest): string => {
  const sha256 = hash(JSON.stringify(manifest));
  return `${JSON.stringify({ sha256, manifest }, null, 1)}\n`;
};

/** Throws DamagedSetError with the file's `key` if even a single byte was changed. */
export const parseManifest = (text: string, { set, key }: { set: string; key: string }): Manifest => {
  const content = parseContent(text);
  if (content === undefined) throw new DamagedSetError(key, 'is damaged: it is not a manifest');
  // JSON.parse preserves property order. Compare the entire text, because the digest does not cover white space.
  if (text !== formatManifest(content as Manifest))
    throw new DamagedSetError(key, 'is damaged: its digest differs');
  requireShape(checkAnyManifest, content, key);
  const { format, product, set: actualSet } = content as Static<typeof AnyManifest>;
  if (actualSet !== set) throw new DamagedSetError(key, `is damaged: it belongs to the set ${actualSet}`);
  if (format !== FORMAT) {
    throw new Error(
      `The set ${set} has format ${format}; this version reads format ${FORMAT}. Use the version of Ronda that created it (${product}), or a newer one.`,
    );
  }
  requireShape(checkManifest, content, key);
  return content as Manifest;
};

const parseContent = (text: string): object | undefined => {
  try {
    const { manifest } = JSON.parse(text) as { manifest: unknown };
    return typeof manifest === 'object' && manifest !== null ? manifest : undefined;
  } catch {
    return undefined;
  }
};

const checkAnyManifest = createSchemaCheck(AnyManifest, { documentName: verbatim('The manifest') });
const checkManifest = createSchemaCheck(Manifest, { documentName: verbatim('The manifest') });

const MAX_NAMED_PROPERTIES = 5;

const requireShape = (check: typeof checkManifest, content: object, key: string): void => {
  const { issues } = check(content);
  if (issues.length === 0) return;
  const summary = issues
    .slice(0, MAX_NAMED_PROPERTIES)
    .map(({ path, message }) => `${formatPath(path)}: ${toEnglish(message).replace(/\.$/, '')}`)
    .join('; ')
    // A forged manifest must not send control characters to the terminal.
    .replaceAll(/\p{Cc}/gu, '�');
  throw new DamagedSetError(key, `is not a valid manifest: ${summary}`);
};

export const listParts = ({ tables, files }: Manifest): Part[] => [
  ...Object.values(tables).flatMap(({ members }) => members),
  ...files.members,
];
