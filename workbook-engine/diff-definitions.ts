import type { DefinitionDiff } from '#contract/workbook-diff.ts';
import { isObject, isSameJson } from './json.ts';
import { matchByKey, outOfOrder } from './match-by-key.ts';
import { finish, type Work } from './pausable-work.ts';

/** A definition that may be an unfinished draft, with any values as fields. */
export type PartialDefinition = { fields: readonly unknown[] };

type Members = Readonly<Record<string, unknown>>;
type Position = { container: string | null; position: number };

/** A field with its position. A value that is not a field, which drafts may contain, is named by its path. */
type LocatedField = Position & { name: string; members: Members; parent: LocatedField | undefined };

/**
 * Compares two definitions. Fields are matched by name, so a renamed field counts as removed and added. `changed` lists the
 * changed members of a field, except the fields in it, which are compared on their own.
 */
export const diffDefinitions = (before: PartialDefinition, after: PartialDefinition): DefinitionDiff =>
  finish(diffInSteps(before, after));

/** Like `diffDefinitions`, with pauses: comparing 95,000 choices takes 300 ms. */
export function* diffInSteps(before: PartialDefinition, after: PartialDefinition): Work<DefinitionDiff> {
  const { added, removed, pairs } = matchByKey(
    flatten(before.fields, undefined, 'fields'),
    flatten(after.fields, undefined, 'fields'),
    ({ name }) => name,
  );
  yield;
  const moved = movedFields(pairs);
  const changed: DefinitionDiff['changed'] = [];
  for (const pair of pairs) {
    yield;
    changed.push(...(yield* changesOf(pair)));
  }
  return { added: added.map(presentField), removed: removed.map(presentField), moved, changed };
}

const flatten = (
  fields: readonly unknown[],
  parent: LocatedField | undefined,
  path: string,
): LocatedField[] =>
  fields.flatMap((value, position) => {
    const members = isObject(value) ? value : { value };
    const fieldPath = `${path}[${position}]`;
    const name = typeof members.name === 'string' ? members.name : fieldPath;
    const field = { name, members, parent, container: parent?.name ?? null, position };
    return [field, ...flatten(fieldsIn(members), field, `${fieldPath}.fields`)];
  });

const fieldsIn = ({ fields }: Members): readonly unknown[] => (Array.isArray(fields) ? fields : []);

const positionOf = ({ container, position }: Position): Position => ({ container, position });

const presentField = (field: LocatedField) => {
  const { type } = field.members;
  return { name: field.name, ...(typeof type === 'string' && { type }), ...positionOf(field) };
};

type Pair = { before: LocatedField; after: LocatedField };

const movedFields = (pairs: readonly Pair[]): DefinitionDiff['moved'] => {
  const beforeOf = new Map(pairs.map(({ before, after }) => [after, before]));
  const isInSameContainer = ({ before, after }: Pair) =>
    after.parent === undefined
      ? before.parent === undefined
      : before.parent !== undefined && beforeOf.get(after.parent) === before.parent;
  const byContainer = Map.groupBy(pairs.filter(isInSameContainer), ({ after }) => after.parent);
  const inOrder = new Set<Pair>();
  for (const siblings of byContainer.values()) {
    const moved = outOfOrder(siblings.map(({ before }) => before.position));
    for (const [index, pair] of siblings.entries()) if (!moved.has(index)) inOrder.add(pair);
  }
  return pairs
    .filter((pair) => !inOrder.has(pair))
    .map(({ before, after }) => ({ name: after.name, from: positionOf(before), to: positionOf(after) }));
};

function* changesOf({ before: { members: before }, after: { name, members: after } }: Pair) {
  const choices = yield* diffChoices(before.choices, after.choices);
  const excluded = ['name', ...(choices ? ['choices'] : [])];
  // Fields of a container are compared on their own; any other value of `fields` is compared as a member.
  if ([before, after].every(({ fields = [] }) => Array.isArray(fields))) excluded.push('fields');
  const members = changedMembers(before, after, excluded);
  const hasChoiceChanges = choices && Object.values(choices).some(({ length }) => length > 0);
  if (members.length === 0 && !hasChoiceChanges) return [];
  return [{ name, members, ...(hasChoiceChanges && { choices }) }];
}

const changedMembers = (before: Members, after: Members, excluded: readonly string[]) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((member) => !excluded.includes(member) && !isSameMember(before, after, member))
    .map((member) => ({ member, ...valuesOf(before, after, member) }));
};

const isSameMember = (before: Members, after: Members, member: string) =>
  Object.hasOwn(before, member) === Object.hasOwn(after, member) && isSameJson(before[member], after[member]);

const valuesOf = (before: Members, after: Members, member: string) => ({
  ...(Object.hasOwn(before, member) && { before: before[member] }),
  ...(Object.hasOwn(after, member) && { after: after[member] }),
});

type Choice = Members & { value: string };
type ChoiceDiff = NonNullable<DefinitionDiff['changed'][number]['choices']>;

/** Returns undefined unless both are lists of choices. A draft can contain anything. */
function* diffChoices(before: unknown, after: unknown) {
  if (!isChoiceList(before) || !isChoiceList(after)) return undefined;
  const { added, removed, pairs } = matchByKey(before, after, ({ value }) => value);
  const positions = new Map(before.map((choice, index) => [choice, index]));
  const moved = outOfOrder(pairs.map((pair) => positions.get(pair.before)!));
  const reordered = pairs.filter((_, index) => moved.has(index)).map((pair) => pair.after.value);
  const diff: ChoiceDiff = { added, removed, relabelled: [], changed: [], reordered };
  for (const pair of pairs) {
    yield;
    const { value } = pair.after;
    if (!isSameMember(pair.before, pair.after, 'label'))
      diff.relabelled.push({ value, ...valuesOf(pair.before, pair.after, 'label') });
    const members = changedMembers(pair.before, pair.after, ['value', 'label']);
    if (members.length > 0) diff.changed.push({ value, members });
  }
  return diff;
}

const isChoiceList = (value: unknown): value is Choice[] =>
  Array.isArray(value) && value.every((choice) => isObject(choice) && typeof choice.value === 'string');
