import fc from 'fast-check';
import { sql } from 'kysely';
import type { EdmType } from '#service/odata/edm.ts';
import type { EntityFields, Field } from '#service/odata/fields.ts';
import type { Listed } from '#service/odata/list-question.ts';

/** A row with a property of every type, once with a value and once perhaps without. */
export type Specimen = { Id: string } & Record<string, string | boolean | null>;

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
export type SpecimenType = keyof typeof TYPES;
export const SPECIMEN_TYPES = Object.keys(TYPES) as SpecimenType[];

/** `AnInt32` has a value in every row, `NoInt32` not in all. */
export const propertiesOf = (type: SpecimenType) => [`An${type}`, `No${type}`];

const fieldsOf = (type: SpecimenType): [string, Field][] => {
  const [always = '', perhaps = ''] = propertiesOf(type);
  return [
    [always, { type, nullable: false, sql: sql.id('specimen', always) }],
    [perhaps, { type, nullable: true, sql: sql.id('specimen', perhaps) }],
  ];
};

export const specimenFields: EntityFields = {
  fields: {
    Id: { type: 'Guid', nullable: false, sql: sql`specimen.id` },
    ...Object.fromEntries(SPECIMEN_TYPES.flatMap(fieldsOf)),
  },
  id: 'Id',
  defaultOrder: 'Id',
};

/** The rows as PostgreSQL sees them. */
export const specimensInSql = (rows: readonly Specimen[]): Listed => {
  const columns = SPECIMEN_TYPES.flatMap((type) =>
    propertiesOf(type).map((name) => sql`${sql.id(name)} ${sql.raw(TYPES[type])}`),
  );
  const json = JSON.stringify(rows.map(({ Id, ...row }) => ({ id: Id, ...row })));
  return {
    columns: sql`id`,
    source: sql`json_to_recordset(${json}::json) as specimen (id uuid, ${sql.join(columns)})`,
    joins: {},
    scope: sql`true`,
  };
};

const text = fc.string({ unit: fc.constantFrom(..."aAbBäÄ \t\u00a0'%_\\é😀"), maxLength: 6 });
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
/** Microseconds, as PostgreSQL keeps them. */
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

/** Values of each type, in the form in which the syntax tree has them. */
export const VALUES: Readonly<Record<SpecimenType, fc.Arbitrary<string | boolean>>> = {
  Boolean: fc.boolean(),
  Int32: wholeNumbers(31n),
  Int64: wholeNumbers(63n),
  Single: fractions.filter(isSingle).map((value) => String(Math.fround(value))),
  Double: fractions.map(String),
  Decimal: decimals,
  String: text,
  DateTime: fc.oneof(nearInstants, instants),
  DateTimeOffset: fc.oneof(nearInstants, instants),
  Time: fc.bigInt(-(10n ** 15n), 10n ** 15n).map(String),
  Guid: fc.uuid(),
  Binary: fc.constantFrom('', '00', 'ff', '23ab'),
};

const ROWS = 40;

export const randomRows: fc.Arbitrary<Omit<Specimen, 'Id'>[]> = fc.array(
  fc.record(
    Object.fromEntries(
      SPECIMEN_TYPES.flatMap((type) => {
        const [always = '', perhaps = ''] = propertiesOf(type);
        return [
          [always, VALUES[type]],
          [perhaps, fc.option(VALUES[type])],
        ];
      }),
    ),
  ),
  { minLength: ROWS, maxLength: ROWS },
) as fc.Arbitrary<Omit<Specimen, 'Id'>[]>;
