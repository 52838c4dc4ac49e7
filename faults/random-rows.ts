import fc from 'fast-check';
import { sql } from 'kysely';
import type { KeyedSource } from '#service/odata/build-list-query.ts';
import type { EdmType } from '#service/odata/edm.ts';
import type { EntityFields, Field } from '#service/odata/fields.ts';

/** A row with two properties of each type, one of them nullable. */
export type SampleRow = { Id: string } & Record<string, string | boolean | null>;

const COLUMN_TYPES = {
  Boolean: 'boolean',
  Int32: 'integer',
  Int64: 'bigint',
  Single: 'real',
  Double: 'double precision',
  Decimal: 'numeric',
  String: 'text',
  DateTime: 'timestamptz',
  DateTimeOffset: 'timestamptz',
  Time: 'bigint',
  Guid: 'uuid',
  Binary: 'text',
} as const satisfies Partial<Record<EdmType, string>>;
export type SampleType = keyof typeof COLUMN_TYPES;
export const SAMPLE_TYPES = Object.keys(COLUMN_TYPES) as SampleType[];

/**
 * Returns the names of a type's two properties. For example, `AnInt32` has a value in every row, and `NoInt32` can
 * be null.
 */
export const listPropertyNames = (type: SampleType) => [`An${type}`, `No${type}`];

const createFields = (type: SampleType): [string, Field][] => {
  const [required = '', nullable = ''] = listPropertyNames(type);
  return [
    [required, { type, nullable: false, sql: sql.id('sample', required) }],
    [nullable, { type, nullable: true, sql: sql.id('sample', nullable) }],
  ];
};

export const sampleFields: EntityFields = {
  fields: {
    Id: { type: 'Guid', nullable: false, sql: sql`sample.id` },
    ...Object.fromEntries(SAMPLE_TYPES.flatMap(createFields)),
  },
  id: 'Id',
  defaultOrder: 'Id',
};

export const createSampleSource = (rows: readonly SampleRow[]): KeyedSource => {
  const columns = SAMPLE_TYPES.flatMap((type) =>
    listPropertyNames(type).map((name) => sql`${sql.id(name)} ${sql.raw(COLUMN_TYPES[type])}`),
  );
  const json = JSON.stringify(rows.map(({ Id, ...row }) => ({ id: Id, ...row })));
  const source = sql`json_to_recordset(${json}::json) as sample (id uuid, ${sql.join(columns)})`;
  return {
    columns: sql`sample.id`,
    source,
    joins: {},
    scope: sql`true`,
    id: sql`sample.id`,
    selectById: sql`join ${source} on sample.id = page.id`,
  };
};

const strings = fc.string({ unit: fc.constantFrom(..."aAbBäÄ \t\u00a0'%_\\é😀"), maxLength: 6 });
const createIntegers = (bits: bigint) => {
  const [min, max] = [-(2n ** bits), 2n ** bits - 1n];
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.bigInt(-4n, 12n) },
      { weight: 1, arbitrary: fc.constantFrom(min, min + 1n, max, max - 1n) },
      { weight: 1, arbitrary: fc.bigInt(min, max) },
    )
    .map(String);
};
const floatingPointNumbers = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4) },
  { weight: 1, arbitrary: fc.constantFrom(1e308, -1e308, 5e-324, 1e-45, 3.4028234663852886e38, 0.1, 1e16) },
  { weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const fitsSingle = (value: number) => !Number.isFinite(value) || Number.isFinite(Math.fround(value));
const decimals = fc
  .tuple(fc.oneof(fc.bigInt(-9n, 9n), fc.bigInt(-(2n ** 96n) + 1n, 2n ** 96n - 1n)), fc.nat(28))
  .map(([unscaledValue, scale]) => {
    const digits = String(unscaledValue < 0n ? -unscaledValue : unscaledValue).padStart(scale + 1, '0');
    const [integerPart, fractionalPart] = [
      digits.slice(0, digits.length - scale),
      digits.slice(digits.length - scale),
    ];
    return `${unscaledValue < 0n ? '-' : ''}${integerPart}${scale === 0 ? '' : `.${fractionalPart}`}`;
  });
/** Instants with microseconds, as in PostgreSQL. */
const instants = fc
  .tuple(
    fc.date({
      min: new Date('0001-01-02T00:00:00Z'),
      max: new Date('9999-12-30T00:00:00Z'),
      noInvalidDate: true,
    }),
    fc.nat(999),
  )
  .map(([date, microseconds]) => {
    const [withoutZone = ''] = date.toISOString().split('Z');
    return `${withoutZone}${String(microseconds).padStart(3, '0')}Z`;
  });
/** Two instants that are a microsecond apart. */
const adjacentInstants = fc.constantFrom('2026-11-21T08:00:00.000000Z', '2026-11-21T08:00:00.000001Z');

/** Random values of each type, as represented in the syntax tree. */
export const RANDOM_VALUES: Readonly<Record<SampleType, fc.Arbitrary<string | boolean>>> = {
  Boolean: fc.boolean(),
  Int32: createIntegers(31n),
  Int64: createIntegers(63n),
  Single: floatingPointNumbers.filter(fitsSingle).map((value) => String(Math.fround(value))),
  Double: floatingPointNumbers.map(String),
  Decimal: decimals,
  String: strings,
  DateTime: fc.oneof(adjacentInstants, instants),
  DateTimeOffset: fc.oneof(adjacentInstants, instants),
  Time: fc.bigInt(-(10n ** 15n), 10n ** 15n).map(String),
  Guid: fc.uuid(),
  Binary: fc.constantFrom('', '00', 'ff', '23ab'),
};

const ROW_COUNT = 40;

export const randomRows: fc.Arbitrary<Omit<SampleRow, 'Id'>[]> = fc.array(
  fc.record(
    Object.fromEntries(
      SAMPLE_TYPES.flatMap((type) => {
        const [required = '', nullable = ''] = listPropertyNames(type);
        return [
          [required, RANDOM_VALUES[type]],
          [nullable, fc.option(RANDOM_VALUES[type])],
        ];
      }),
    ),
  ),
  { minLength: ROW_COUNT, maxLength: ROW_COUNT },
) as fc.Arbitrary<Omit<SampleRow, 'Id'>[]>;
