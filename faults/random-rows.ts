import fc from 'fast-check';
import { sql } from 'kysely';
import type { ListSource } from '#service/odata/build-list-query.ts';
import type { EdmType } from '#service/odata/edm.ts';
import type { EntityFields, Field } from '#service/odata/fields.ts';

/** A row with two properties of each type, one of them nullable. */
export type SampleRow = { Id: string } & Record<string, string | boolean | null>;

const TYPES = {
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
export type SampleType = keyof typeof TYPES;
export const SAMPLE_TYPES = Object.keys(TYPES) as SampleType[];

/** `AnInt32` has a value in every row; `NoInt32` can be null. */
export const listProperties = (type: SampleType) => [`An${type}`, `No${type}`];

const createFields = (type: SampleType): [string, Field][] => {
  const [required = '', nullable = ''] = listProperties(type);
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

/** A source that selects from these rows. */
export const createSampleSource = (rows: readonly SampleRow[]): ListSource => {
  const columns = SAMPLE_TYPES.flatMap((type) =>
    listProperties(type).map((name) => sql`${sql.id(name)} ${sql.raw(TYPES[type])}`),
  );
  const json = JSON.stringify(rows.map(({ Id, ...row }) => ({ id: Id, ...row })));
  return {
    columns: sql`id`,
    source: sql`json_to_recordset(${json}::json) as sample (id uuid, ${sql.join(columns)})`,
    joins: {},
    scope: sql`true`,
  };
};

const strings = fc.string({ unit: fc.constantFrom(..."aAbBäÄ \t\u00a0'%_\\é😀"), maxLength: 6 });
const wholeNumbers = (bits: bigint) => {
  const [min, max] = [-(2n ** bits), 2n ** bits - 1n];
  return fc
    .oneof(
      { weight: 3, arbitrary: fc.bigInt(-4n, 12n) },
      { weight: 1, arbitrary: fc.constantFrom(min, min + 1n, max, max - 1n) },
      { weight: 1, arbitrary: fc.bigInt(min, max) },
    )
    .map(String);
};
const fractions = fc.oneof(
  { weight: 3, arbitrary: fc.integer({ min: -40, max: 40 }).map((quarters) => quarters / 4) },
  { weight: 1, arbitrary: fc.constantFrom(1e308, -1e308, 5e-324, 1e-45, 3.4028234663852886e38, 0.1, 1e16) },
  { weight: 1, arbitrary: fc.constantFrom(Number.POSITIVE_INFINITY, Number.NEGATIVE_INFINITY, Number.NaN) },
  { weight: 1, arbitrary: fc.double({ noNaN: true, noDefaultInfinity: true }) },
);
const isSingle = (value: number) => !Number.isFinite(value) || Number.isFinite(Math.fround(value));
const decimals = fc
  .tuple(fc.oneof(fc.bigInt(-9n, 9n), fc.bigInt(-(2n ** 96n) + 1n, 2n ** 96n - 1n)), fc.nat(28))
  .map(([digits, scale]) => {
    const unsigned = String(digits < 0n ? -digits : digits).padStart(scale + 1, '0');
    const [whole, fraction] = [
      unsigned.slice(0, unsigned.length - scale),
      unsigned.slice(unsigned.length - scale),
    ];
    return `${digits < 0n ? '-' : ''}${whole}${scale === 0 ? '' : `.${fraction}`}`;
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
  .map(([date, micros]) => {
    const [whole = ''] = date.toISOString().split('Z');
    return `${whole}${String(micros).padStart(3, '0')}Z`;
  });
const nearInstants = fc.constantFrom('2026-11-21T08:00:00.000000Z', '2026-11-21T08:00:00.000001Z');

/** Values of each type, as represented in the syntax tree. */
export const VALUES: Readonly<Record<SampleType, fc.Arbitrary<string | boolean>>> = {
  Boolean: fc.boolean(),
  Int32: wholeNumbers(31n),
  Int64: wholeNumbers(63n),
  Single: fractions.filter(isSingle).map((value) => String(Math.fround(value))),
  Double: fractions.map(String),
  Decimal: decimals,
  String: strings,
  DateTime: fc.oneof(nearInstants, instants),
  DateTimeOffset: fc.oneof(nearInstants, instants),
  Time: fc.bigInt(-(10n ** 15n), 10n ** 15n).map(String),
  Guid: fc.uuid(),
  Binary: fc.constantFrom('', '00', 'ff', '23ab'),
};

const ROWS = 40;

export const randomRows: fc.Arbitrary<Omit<SampleRow, 'Id'>[]> = fc.array(
  fc.record(
    Object.fromEntries(
      SAMPLE_TYPES.flatMap((type) => {
        const [required = '', nullable = ''] = listProperties(type);
        return [
          [required, VALUES[type]],
          [nullable, fc.option(VALUES[type])],
        ];
      }),
    ),
  ),
  { minLength: ROWS, maxLength: ROWS },
) as fc.Arbitrary<Omit<SampleRow, 'Id'>[]>;
