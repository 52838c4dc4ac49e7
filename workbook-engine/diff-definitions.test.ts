import assert from 'node:assert/strict';
import { test } from 'node:test';
import fc from 'fast-check';
import type { Field } from '#contract/workbook-definition.ts';
import { assertCpuTimeRatioBelow, measureThreadCpuTime } from '#workbook-engine/testing/compare-cpu-time.ts';
import { diffDefinitions, diffInSteps } from './diff-definitions.ts';

const NOTHING = { added: [], removed: [], moved: [], changed: [] };
const text = (name: string, properties: Partial<Field> = {}): Field => ({
  name,
  type: 'text',
  ...properties,
});
const section = (name: string, ...fields: Field[]): Field => ({ name, type: 'section', fields });
const diff = (before: Field[], after: Field[]) => diffDefinitions({ fields: before }, { fields: after });

test('compares fields by name, so that a renamed field is reported as removed and added', () => {
  const before = [text('A'), section('S', text('B'))];
  const after = [text('A'), section('S', text('C')), section('T', text('D'))];
  assert.deepEqual(diff(before, after), {
    ...NOTHING,
    added: [
      { name: 'C', type: 'text', container: 'S', position: 0 },
      { name: 'T', type: 'section', container: null, position: 2 },
      { name: 'D', type: 'text', container: 'T', position: 0 },
    ],
    removed: [{ name: 'B', type: 'text', container: 'S', position: 0 }],
  });
});

test('reports the smallest possible set of moved fields', () => {
  const [a, b, c, d] = ['A', 'B', 'C', 'D'].map((name) => text(name));
  assert.deepEqual(diff([a!, b!, c!, d!], [b!, c!, d!, a!]), {
    ...NOTHING,
    moved: [{ name: 'A', from: { container: null, position: 0 }, to: { container: null, position: 3 } }],
  });
  assert.deepEqual(diff([a!, section('S', b!, c!)], [section('S', c!), b!, a!]).moved, [
    { name: 'S', from: { container: null, position: 1 }, to: { container: null, position: 0 } },
    { name: 'B', from: { container: 'S', position: 0 }, to: { container: null, position: 1 } },
  ]);
  // A field that only shifts because another one moves has not moved itself.
  assert.deepEqual(diff([a!, b!], [text('New'), a!, b!]).moved, []);
});

test('reports each changed property with its value before and after, if any', () => {
  const before = text('A', { label: 'Height', required: true, hint: { en: 'In metres', nl: 'In meters' } });
  const after = text('A', {
    label: { en: 'Height' },
    hint: { nl: 'In meters', en: 'In metres' },
    maxLength: 5,
  });
  assert.deepEqual(diff([before], [after]).changed, [
    {
      name: 'A',
      properties: [
        { property: 'label', before: 'Height', after: { en: 'Height' } },
        { property: 'required', before: true },
        { property: 'maxLength', after: 5 },
      ],
    },
  ]);
  assert.deepEqual(diff([section('S', text('A'))], [section('S', text('A', { min: 1 }))]).changed, [
    { name: 'A', properties: [{ property: 'min', after: 1 }] },
  ]);
});

test('reports choices that were added, removed, relabelled or reordered', () => {
  const field = (...choices: NonNullable<Field['choices']>): Field[] => [
    { name: 'Defect', type: 'singleChoice', choices },
  ];
  const [crack, rust, rot] = [{ value: 'crack', label: 'Crack' }, { value: 'rust' }, { value: 'rot' }];
  const after = field(
    { value: 'rust', label: 'Rust', attributes: { of: 'steel' } },
    { value: 'moss' },
    { ...crack, label: 'Tear' },
  );
  assert.deepEqual(diff(field(crack, rust, rot), after).changed, [
    {
      name: 'Defect',
      properties: [],
      choices: {
        added: [{ value: 'moss' }],
        removed: [rot],
        relabelled: [
          { value: 'rust', after: 'Rust' },
          { value: 'crack', before: 'Crack', after: 'Tear' },
        ],
        changed: [{ value: 'rust', properties: [{ property: 'attributes', after: { of: 'steel' } }] }],
        reordered: ['rust'],
      },
    },
  ]);
  const [changed] = diff(field(crack), [text('Defect')]).changed;
  assert.deepEqual(changed?.properties, [
    { property: 'type', before: 'singleChoice', after: 'text' },
    { property: 'choices', before: [crack] },
  ]);
});

test('compares an unfinished draft as far as possible', () => {
  const draft = { fields: [5, { type: 'text' }, null, { name: 'A', fields: 'none', choices: [1] }, ['x']] };
  assert.deepEqual(diffDefinitions(draft, draft), NOTHING);
  const { added, removed } = diffDefinitions({ fields: [] }, draft);
  assert.deepEqual(
    [added.map(({ name }) => name), removed],
    [['fields[0]', 'fields[1]', 'fields[2]', 'A', 'fields[4]'], []],
  );
  // If a name is used twice, its first occurrences are compared.
  assert.deepEqual(diff([text('A')], [text('A'), text('A', { min: 1 })]), {
    ...NOTHING,
    added: [{ name: 'A', type: 'text', container: null, position: 1 }],
  });
});

const name = fc.constantFrom('A', 'B', 'C', 'D', 'E', 'F', 'G', '__proto__');
const choice = fc.record(
  { value: fc.constantFrom('x', 'y', 'z'), label: fc.constantFrom('X', 'Y') },
  { requiredKeys: ['value'] },
);
const properties = fc.record(
  {
    name,
    type: fc.constantFrom('text', 'singleChoice', 'section'),
    label: fc.constantFrom('one', 'other'),
    choices: fc.uniqueArray(choice, { selector: ({ value }) => value }),
  },
  { requiredKeys: ['name', 'type'] },
);
type DraftField = Record<string, unknown> & { name: string; fields?: DraftField[] };
const tree = fc
  .uniqueArray(fc.tuple(properties, fc.option(fc.array(properties, { maxLength: 3 }), { nil: undefined })), {
    maxLength: 6,
  })
  .map((entries) => {
    const seen = new Set<string>();
    const isNew = (field: { name: string }) => !seen.has(field.name) && seen.add(field.name);
    return entries
      .filter(([field]) => isNew(field))
      .map(([field, inner]): DraftField => ({ ...field, ...(inner && { fields: inner.filter(isNew) }) }));
  });

const flatten = (
  fields: DraftField[],
  container: string | null = null,
): { field: DraftField; container: string | null }[] =>
  fields.flatMap((field) => [{ field, container }, ...flatten(field.fields ?? [], field.name)]);
/** Groups the fields by container, omitting the named fields and empty containers. */
const groupWithout = (fields: DraftField[], names: ReadonlySet<string>) =>
  Map.groupBy(
    flatten(fields).filter(({ field }) => !names.has(field.name)),
    ({ container }) => container,
  );
const listNames = (groups: ReturnType<typeof groupWithout>) =>
  [...groups].map(([container, fields]) => [container, fields.map(({ field }) => field.name)]).sort();

test('a definition does not differ from itself', () => {
  fc.assert(
    fc.property(tree, (fields) => {
      assert.deepEqual(diffDefinitions({ fields }, structuredClone({ fields })), NOTHING);
    }),
  );
});

test('the reverse comparison reports the opposite changes', () => {
  fc.assert(
    fc.property(tree, tree, (before, after) => {
      const forward = diffDefinitions({ fields: before }, { fields: after });
      const reverse = diffDefinitions({ fields: after }, { fields: before });
      assert.deepEqual([forward.added, forward.removed], [reverse.removed, reverse.added]);
      assert.equal(forward.moved.length, reverse.moved.length);
      const listChangedProperties = (changed: typeof forward.changed) =>
        changed.map((field) => [field.name, field.properties.map(({ property }) => property).sort()]).sort();
      assert.deepEqual(listChangedProperties(forward.changed), listChangedProperties(reverse.changed));
    }),
  );
});

test('applying the changes to the old definition gives the new one', () => {
  fc.assert(
    fc.property(tree, tree, (oldFields, newFields) => {
      const { added, removed, moved, changed } = diffDefinitions(
        { fields: oldFields },
        { fields: newFields },
      );
      const changedNamesBefore = new Set([...removed, ...moved].map((field) => field.name));
      const changedNamesAfter = new Set([...added, ...moved].map((field) => field.name));
      // The other fields have the same order and the same containers.
      assert.deepEqual(
        listNames(groupWithout(newFields, changedNamesAfter)),
        listNames(groupWithout(oldFields, changedNamesBefore)),
      );
      const newFieldsByName = new Map(flatten(newFields).map(({ field }) => [field.name, field]));
      for (const { field } of flatten(oldFields)) {
        if (removed.some((other) => other.name === field.name)) continue;
        const change = changed.find((other) => other.name === field.name);
        const result: Record<string, unknown> = { ...field };
        for (const { property, ...after } of change?.properties ?? []) {
          delete result[property];
          if ('after' in after) result[property] = after.after;
        }
        const { fields: _, choices: __, ...expected } = newFieldsByName.get(field.name)!;
        const { fields: ___, choices: ____, ...actual } = result;
        assert.deepEqual(actual, expected);
      }
    }),
    { numRuns: 500 },
  );
});

test('compares two definitions of maximum size quickly', async () => {
  const large = (step: number) =>
    Array.from({ length: 2_000 }, (_, index) => text(`F${(index * step) % 2_003}`, { label: `${index}` }));
  const compare = () => assert.ok(diff(large(1), large(2)).moved.length > 900);
  await assertCpuTimeRatioBelow(10, () => measureThreadCpuTime(compare));
});

test('names a field by its path if its name is too long, because each nested field repeats the name', () => {
  const [name, longName] = ['n'.repeat(128), 'n'.repeat(129)];
  const containers = diff([], [section(name, text('A')), section(longName, text('B'))]).added;
  assert.deepEqual(
    containers.map((field) => [field.name, field.container]),
    [
      [name, null],
      ['A', name],
      ['fields[1]', null],
      ['B', 'fields[1]'],
    ],
  );
});

test('pauses at each choice in every pass over the choices', () => {
  const choices = Array.from({ length: 1_000 }, (_, index) => ({ value: `c${index}` }));
  const before = { fields: [{ name: 'Defect', type: 'singleChoice', choices }] };
  const after = { fields: [{ name: 'Defect', type: 'singleChoice', choices: choices.toReversed() }] };
  const work = diffInSteps(before, after);
  let pauses = 0;
  while (!work.next().done) pauses++;
  // There are seven passes: one each to list the old choices, match the new ones, find the removed ones, record
  // positions and compare pairs, and two to find choices that are out of order.
  assert.ok(pauses >= 7 * choices.length, `${pauses}`);
});
