import type { DefinitionDiff } from '#contract/workbook-diff.ts';
import { matchByKey, outOfOrder } from './match-by-key.ts';
import { finish, type Work } from './pausable-work.ts';
import { isSameJson } from './same-json.ts';

/** A definition that may be an unfinished draft, with any values as fields. */
export type PartialDefinition = { fields: readonly unknown[] };

type Members = Readonly<Record<string, unknown>>;
type Place = { container: string | null; position: number };

/** A field with its position. Values that are not fields are named by their path. */
type PlacedField = Place & { name: string; members: Members; parent: PlacedField | undefined };

/**
 * Compares two definitions. Fields are compared by name, so a renamed field counts as removed and added. `changed` lists
 * changed members of a field; the fields in a container are listed separately.
 */
export const diffDefinitions = (before: PartialDefinition, after: PartialDefinition): DefinitionDiff =>
  finish(diffInSteps(before, after));

/** The same as work that can pause: comparing 95,000 choices takes 300 ms. */
export function* diffInSteps(before: PartialDefinition, after: PartialDefinition): Work<DefinitionDiff> {
  const { added, removed, both } = matchByKey(
    assignSlots(before.fields, undefined, 'fields'),
    assignSlots(after.fields, undefined, 'fields'),
    ({ name }) => name,
  );
  yield;
  const moved = movedFields(both);
  const changed: DefinitionDiff['changed'] = [];
  for (const pair of both) {
    yield;
    changed.push(...(yield* changesOf(pair)));
  }
  return { added: added.map(singleField), removed: removed.map(singleField), moved, changed };
}

const assignSlots = (
  fields: readonly unknown[],
  parent: PlacedField | undefined,
  path: string,
): PlacedField[] =>
  fields.flatMap((given, position) => {
    const members = isObject(given) ? given : { value: given };
    const here = `${path}[${position}]`;
    const name = typeof members.name === 'string' ? members.name : here;
    const field = { name, members, parent, container: parent?.name ?? null, position };
    return [field, ...assignSlots(fieldsIn(members), field, `${here}.fields`)];
  });

const isObject = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

const fieldsIn = ({ fields }: Members): readonly unknown[] => (Array.isArray(fields) ? fields : []);

const placeOf = ({ container, position }: Place): Place => ({ container, position });

const singleField = (field: PlacedField) => {
  const { type } = field.members;
  return { name: field.name, ...(typeof type === 'string' && { type }), ...placeOf(field) };
};

type Pair = { before: PlacedField; after: PlacedField };

const movedFields = (pairs: readonly Pair[]): DefinitionDiff['moved'] => {
  const partner = new Map(pairs.map(({ before, after }) => [after, before]));
  const isInSameContainer = ({ before, after }: Pair) =>
    after.parent === undefined
      ? before.parent === undefined
      : before.parent !== undefined && partner.get(after.parent) === before.parent;
  const stayed = Map.groupBy(pairs.filter(isInSameContainer), ({ after }) => after.parent);
  const inOrder = new Set<Pair>();
  for (const siblings of stayed.values()) {
    const moved = outOfOrder(siblings.map(({ before }) => before.position));
    for (const [place, pair] of siblings.entries()) if (!moved.has(place)) inOrder.add(pair);
  }
  return pairs
    .filter((pair) => !inOrder.has(pair))
    .map(({ before, after }) => ({ name: after.name, from: placeOf(before), to: placeOf(after) }));
};

function* changesOf({ before: { members: before }, after: { name, members: after } }: Pair) {
  const choices = yield* diffChoices(before.choices, after.choices);
  const apart = ['name', ...(choices ? ['choices'] : [])];
  // Fields of a container are compared separately; any other value of `fields` is compared as a member.
  if ([before, after].every(({ fields = [] }) => Array.isArray(fields))) apart.push('fields');
  const members = changedMembers(before, after, apart);
  const hasChoiceChanges = choices && Object.values(choices).some(({ length }) => length > 0);
  if (members.length === 0 && !hasChoiceChanges) return [];
  return [{ name, members, ...(hasChoiceChanges && { choices }) }];
}

const changedMembers = (before: Members, after: Members, apart: readonly string[]) => {
  const names = [...new Set([...Object.keys(before), ...Object.keys(after)])];
  return names
    .filter((member) => !apart.includes(member) && !isSameMember(before, after, member))
    .map((member) => ({ member, ...sides(before, after, member) }));
};

const isSameMember = (before: Members, after: Members, member: string) =>
  Object.hasOwn(before, member) === Object.hasOwn(after, member) && isSameJson(before[member], after[member]);

const sides = (before: Members, after: Members, member: string) => ({
  ...(Object.hasOwn(before, member) && { before: before[member] }),
  ...(Object.hasOwn(after, member) && { after: after[member] }),
});

type Choice = Members & { value: string };
type ChoiceDiff = NonNullable<DefinitionDiff['changed'][number]['choices']>;

/** Undefined unless both are lists of choices. Only drafts can contain other values. */
function* diffChoices(before: unknown, after: unknown) {
  if (!isChoiceList(before) || !isChoiceList(after)) return undefined;
  const { added, removed, both } = matchByKey(before, after, ({ value }) => value);
  const places = new Map(before.map((choice, place) => [choice, place]));
  const moved = outOfOrder(both.map((pair) => places.get(pair.before)!));
  const reordered = both.filter((_, place) => moved.has(place)).map((pair) => pair.after.value);
  const diff: ChoiceDiff = { added, removed, relabelled: [], changed: [], reordered };
  for (const pair of both) {
    yield;
    const { value } = pair.after;
    if (!isSameMember(pair.before, pair.after, 'label'))
      diff.relabelled.push({ value, ...sides(pair.before, pair.after, 'label') });
    const members = changedMembers(pair.before, pair.after, ['value', 'label']);
    if (members.length > 0) diff.changed.push({ value, members });
  }
  return diff;
}

const isChoiceList = (value: unknown): value is Choice[] =>
  Array.isArray(value) && value.every((choice) => isObject(choice) && typeof choice.value === 'string');
