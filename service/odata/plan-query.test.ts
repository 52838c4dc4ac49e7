import assert from 'node:assert/strict';
import { test } from 'node:test';
import {
  DummyDriver,
  Kysely,
  PostgresAdapter,
  PostgresIntrospector,
  PostgresQueryCompiler,
  type RawBuilder,
  sql,
} from 'kysely';
import { compilePlan } from './build-list-query.ts';
import type { EntityFields, Field } from './fields.ts';
import { planQuery } from './plan-query.ts';
import { parseOptions } from './query-options.ts';

const db = new Kysely<object>({
  dialect: {
    createAdapter: () => new PostgresAdapter(),
    createDriver: () => new DummyDriver(),
    createIntrospector: (database) => new PostgresIntrospector(database),
    createQueryCompiler: () => new PostgresQueryCompiler(),
  },
});

const createField = (type: Field['type'], name: string, nullable = false): Field => ({
  type,
  nullable,
  sql: sql.ref(name),
});

const entity: EntityFields = {
  fields: {
    Id: createField('Guid', 'id'),
    Title: createField('String', 'title'),
    Note: createField('String', 'note', true),
    Size: createField('Int32', 'size'),
    Due: createField('DateTime', 'due', true),
    Done: createField('Boolean', 'done'),
    State: {
      type: 'String',
      nullable: false,
      sql: sql`state_name`,
      codes: { sql: sql.ref('state'), names: ['New', 'Active'] },
    },
    Items: { type: 'List' },
  },
  id: 'Id',
  defaultOrder: 'Size',
  hasCustomProperties: true,
};

const compileSql = (builder: RawBuilder<unknown>) => {
  const { sql: text, parameters } = builder.compile(db);
  return [text.replaceAll('"', ''), ...parameters];
};
const compileWhere = (filter: string) =>
  compileSql(compilePlan(planQuery(parseOptions({ $filter: filter }), entity)).where);
const compileOrderBy = (text: string) =>
  compileSql(compilePlan(planQuery(parseOptions({ $orderby: text }), entity)).orderBy)[0];

test('values become SQL parameters, and only names in the field list end up in the SQL', () => {
  assert.deepEqual(compileWhere("Title eq 'x''; drop table task'"), [
    '(title = $1::text)',
    "x'; drop table task",
  ]);
  assert.deepEqual(compileWhere('Size gt 5'), ['(size > $1::integer)', '5']);
  assert.throws(() => compileWhere('title eq null'), /no property 'title'; did you mean Title\?/);
  assert.throws(() => compileWhere('__proto__ eq null'), /no property '__proto__'/);
});

test('where null is equivalent to false, a comparison uses a plain operator, which can use an index', () => {
  assert.deepEqual(
    compileWhere("Note eq 'x' and Size lt 3")[0],
    '((note = $1::text) and (size < $2::integer))',
  );
  assert.deepEqual(compileWhere("not (Note eq 'x')")[0], '(not (note is not distinct from $1::text))');
  assert.deepEqual(compileWhere("Note ne 'x'")[0], '(note is distinct from $1::text)');
  assert.deepEqual(
    compileWhere("not (Note lt 'x')")[0],
    '(not coalesce((note collate C < $1::text), false))',
  );
  assert.deepEqual(compileWhere('Note eq null'), ['(note is null)']);
  assert.deepEqual(compileWhere('null ne Note'), ['(note is not null)']);
  assert.deepEqual(compileWhere("State eq 'Active'"), ['(state in (1))']);
  assert.deepEqual(compileWhere("'Active' ne State"), ['(state in (0))']);
  assert.deepEqual(compileWhere("State ne 'Active' and not (State eq 'New')"), ['false::boolean']);
  assert.deepEqual(compileWhere("State eq 'Active' or State eq 'New'"), ['true::boolean']);
  assert.deepEqual(compileWhere("State eq 'active'"), ['false::boolean']);
});

test('types are promoted only as far as OData allows', () => {
  assert.deepEqual(compileWhere('Size lt 5L')[0], '(size::bigint < $1::bigint)');
  assert.deepEqual(compileWhere('Size lt 5m')[0], '(size::numeric < $1::numeric)');
  assert.deepEqual(compileWhere('Size add 1 gt 0')[0], '(odata_add(size, $1::integer) > $2::integer)');
  assert.deepEqual(compileWhere("Due gt datetimeoffset'2026-11-21T09:00:00+01:00'"), [
    '(due::timestamptz > $1::timestamptz)',
    '2026-11-21T09:00:00.000000+01:00',
  ]);
});

const REJECTED_FILTERS: [filter: string, position: number, reason: RegExp][] = [
  ['Size', 0, /a filter must be a Boolean, but this is an Int32/],
  ["Size eq '7'", 5, /cannot compare an Int32 with a String; write it without quotes: 7/],
  ["Due gt '2026-11-21'", 4, /write a DateTime as datetime'2026-11-21'/],
  ["Due gt 'yesterday'", 4, /write a DateTime as datetime'2026-11-21T08:00:00Z'/],
  ['Due gt 2026', 4, /write a DateTime as datetime'2026-11-21T08:00:00Z'/],
  ["Due eq 'null'", 4, /write it without quotes: null/],
  ["Id eq 'x'", 3, /write a Guid as guid'6f9619ff/],
  ["Size eq 'many'", 5, /write an Int32 as 12/],
  ["Size eq '1.5'", 5, /write it without quotes: 1.5/],
  ['Title eq 5', 6, /cannot compare a String with an Int32; write a String as '5'/],
  ['Title eq -007', 6, /write a String as '-007'/],
  ['tolower(Title) eq true', 15, /write a String as 'true'/],
  ["guid'6f9619ff-8b86-4011-b42d-00c04fc964ff' eq Title", 43, /write a String as '6f9619ff-/],
  [`Title eq 1.${'5'.repeat(100)}`, 6, /write a String as 'text'/],
  ['Done eq 1', 5, /cannot compare a Boolean with an Int32; write a Boolean as true or false/],
  ["Done eq 'true'", 5, /write it without quotes: true/],
  ["Done eq 'yes'", 5, /write a Boolean as true or false/],
  ['Done eq Size', 5, /cannot compare a Boolean with an Int32$/],
  ['Done eq True', 8, /no property 'True'; did you mean true\?/],
  ['Due ne NULL', 7, /no property 'NULL'; did you mean null\?/],
  ['Size lt inf', 8, /did you mean INF\?/],
  ['State eq Active', 9, /no property 'Active'; put strings in quotes: 'Active'\. Custom/],
  ['tolower(State) ne active', 18, /put strings in quotes: 'active'/],
  ['Title eq Not3', 9, /did you mean Note\?/],
  ["Heigh eq 'x'", 0, /no property 'Heigh'; the properties are Id, Title,/],
  ["'x' eq Heigh", 7, /no property 'Heigh'; the properties are Id, Title,/],
  ['Size eq Heigh', 8, /no property 'Heigh'; the properties are Id, Title,/],
  ['1.5m gt 1.5', 5, /cannot compare a Decimal with a Double; write a Double as 0.5/],
  ['1.5m add 1.5f gt 0', 5, /cannot combine a Decimal and a Single/],
  ["Title add 'x' eq 'y'", 6, /add requires two numbers, not a String and a String/],
  ["not Title eq 'x'", 0, /not requires a Boolean, but this is a String\..*not \(a eq b\)/],
  ['-Title eq null', 0, /a minus sign requires a number, but this is a String/],
  ["Done and 'x'", 9, /and requires Booleans, but this is a String/],
  ["X'00' lt X'01'", 6, /lt cannot compare Binary/],
  ["Items eq 'x'", 0, /Items is a list/],
  ['startswith(Title) eq true', 0, /there is no startswith\(String\); use startswith\(String, String\)/],
  ['year(Title) eq 1', 0, /there is no year\(String\); use year\(DateTime\) or year\(DateTimeOffset\)/],
  ['substring(Title, 1L) eq null', 0, /there is no substring\(String, Int64\)/],
  ["contains(Title, 'x')", 0, /substringof\('part', Title\)/],
  ["Contains(Title, 'x')", 0, /substringof\('part', Title\)/],
  ['NOW() gt Due', 0, /send the time, such as datetime'/],
  ["matchesPattern(Title, 'x')", 0, /substringof, startswith or endswith/],
  ["substringoff('x', Title)", 0, /did you mean substringof\?/],
  ['toString() eq null', 0, /no function 'toString'/],
  ["isof('Edm.String')", 0, /isof is not supported/],
  ["cast(Size, 'Edm.Int64') eq 1", 0, /cast is not supported; numbers are converted automatically/],
  ['geo.length(Title) eq 1', 0, /geography and geometry are not supported/],
  ['Height gt 3', 0, /Custom properties are not available here/],
];

test('wrong names and types are rejected with the position of the error and a hint', () => {
  for (const [filter, position, reason] of REJECTED_FILTERS) {
    const message = new RegExp(`\\$filter, position ${position}: .*${reason.source}`);
    assert.throws(() => compileWhere(filter), { message }, filter);
  }
});

test('errors mention custom properties only if the rows can have them', () => {
  const { hasCustomProperties, ...entityWithoutCustomProperties } = entity;
  for (const query of [{ $filter: "Titel eq 'x'" }, { $orderby: 'Height' }, { $select: 'Height' }]) {
    assert.throws(() => planQuery(parseOptions(query), entity), /Custom properties are not available here/);
    assert.throws(
      () => planQuery(parseOptions(query), entityWithoutCustomProperties),
      ({ message }: Error) => !/custom/i.test(message),
    );
  }
});

test('nulls sort lowest, strings sort by code point, and the ID breaks ties', () => {
  assert.equal(compileOrderBy('Size'), 'size, id');
  assert.equal(compileOrderBy('Size desc'), 'size desc, id desc');
  assert.equal(compileOrderBy('Due,Title desc'), 'due nulls first, title collate C desc, id desc');
  assert.equal(compileOrderBy('Due desc'), 'due desc nulls last, id desc');
  assert.equal(compileSql(compilePlan(planQuery(parseOptions({}), entity)).orderBy)[0], 'size, id');
});

test('valid options are parsed, and unknown, repeated, empty and invalid options are rejected', () => {
  const plan = planQuery(
    parseOptions({ $top: '5', $skip: '10', $inlinecount: 'allpages', $select: 'Title, Id', other: 'x' }),
    entity,
  );
  assert.deepEqual(
    [plan.top, plan.skip, plan.shouldCountAll, [...plan.select!]],
    [5, 10, true, ['title', 'id']],
  );
  assert.equal(
    planQuery(parseOptions({ $select: '*', $format: 'json', $inlinecount: 'none' }), entity).select,
    undefined,
  );
  const rejectedQueries: [query: Record<string, unknown>, reason: RegExp][] = [
    [{ $Filter: 'Done' }, /'\$Filter'; use \$filter/],
    [{ $count: 'true' }, /\$inlinecount=allpages/],
    [{ $expand: 'Items' }, /no option '\$expand'/],
    [{ $top: ['1', '2'] }, /\$top was sent more than once/],
    // Invalid UTF-8 is passed as null.
    [{ $filter: null }, /\$filter is not percent-encoded UTF-8/],
    [{ $filter: ' ' }, /\$filter is empty/],
    [{ $orderby: '' }, /\$orderby is empty/],
    [{ $select: '' }, /\$select is empty/],
    [{ $select: 'Title,,Id' }, /\$select, position 6: a name is missing/],
    [{ $select: 'Title,Idd' }, /\$select, position 6: .*did you mean Id/],
    [{ $select: '*,Idd' }, /\$select, position 2: .*did you mean Id/],
    [{ $select: 'Title,*,Idd' }, /\$select, position 8: .*did you mean Id/],
    [{ $select: 'Title,😀' }, /\$select, position 6: there is no property '😀'/],
    [{ $select: ' Title , \u{20000}, 😀' }, /\$select, position 9: there is no property '\u{20000}'/u],
    [{ $select: '*,' }, /\$select, position 2: a name is missing/],
    [{ $top: '-1' }, /whole number from 0 to 2147483647, but is '-1'/],
    [{ $skip: '1.5' }, /but is '1.5'/],
    [{ $top: '2147483648' }, /whole number/],
    [{ $inlinecount: 'all' }, /allpages or none/],
    [{ $filter: 'a'.repeat(16_385) }, /has 16385 characters; at most 16384/],
    [{ $filter: '😀'.repeat(16_385) }, /has 16385 characters; at most 16384/],
    // The quoted filter is truncated between two characters, not within one.
    [{ $filter: `a${'𠀀'.repeat(70)} eq 1` }, /'a\u{20000}{59}…'/u],
    [{ $filter: "Title eq '\0'" }, /U\+0000/],
  ];
  for (const [query, reason] of rejectedQueries)
    assert.throws(() => planQuery(parseOptions(query), entity), reason);
});
