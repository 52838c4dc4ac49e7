import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { Settings } from 'typebox/system';
import type { Work } from '#workbook-engine/pausable-work.ts';

/** List entries are checked separately, so that the check can pause within a list of 100,000 entries. */
type Validators = {
  /** Applied before the check, because many properties are slow: 10 to 180 ms for a label in 9,900 languages. */
  dropExcessProperties: <Value>(value: Value) => Value;
  /** The check itself is compiled, but listing errors interprets the schema: 20 µs per value. */
  validatorWithoutLists: Validator;
  lists: readonly ListField[];
};

type ListField = { name: string; items: TSchema; maxItems: number };

type Pointers = { instancePath: string; schemaPath: string };

/**
 * Interprets the schema only for invalid values, only for the first properties of oversized objects, and not at all for
 * oversized lists: interpreting a 4 MiB workbook would take half a second.
 */
export const createViolationSearch = (schema: TSchema, { max }: { max: number }) => {
  const cache = new Map<TSchema, Validators>();
  const findValidators = (schema: TSchema): Validators => {
    const validators = cache.get(schema) ?? createValidators(schema, max);
    cache.set(schema, validators);
    return validators;
  };

  function* search(schema: TSchema, value: unknown, pointers: Pointers, violations: Violation[]): Work<void> {
    if (violations.length >= max) return;
    const { dropExcessProperties, validatorWithoutLists, lists } = findValidators(schema);
    const reduced = dropExcessProperties(value);
    for (const violation of validatorWithoutLists.Check(reduced)
      ? []
      : listErrors(validatorWithoutLists, reduced, max)) {
      violations.push({
        ...violation,
        instancePath: `${pointers.instancePath}${violation.instancePath}`,
        schemaPath: `${pointers.schemaPath}${violation.schemaPath.slice(1)}`,
      });
    }
    for (const { name, items, maxItems } of lists) {
      const list = (value as Record<string, unknown> | null | undefined)?.[name];
      if (!Array.isArray(list) || list.length > maxItems) continue;
      for (const [index, item] of list.entries()) {
        const itemPointers = {
          instancePath: `${pointers.instancePath}/${name}/${index}`,
          schemaPath: `${pointers.schemaPath}/properties/${name}/items`,
        };
        yield* search(items, item, itemPointers, violations);
        yield;
      }
    }
  }

  /** May return slightly more than `max` violations. */
  return function* (value: unknown): Work<Violation[]> {
    const violations: Violation[] = [];
    yield* search(schema, value, { instancePath: '', schemaPath: '#' }, violations);
    return violations;
  };
};

const listErrors = (validator: Validator, value: unknown, max: number): Violation[] => {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: max });
  try {
    return [...validator.Errors(value)];
  } finally {
    Settings.Set({ maxErrors });
  }
};

/**
 * Keeps one property more than `maxProperties` allows, or one unknown property more than `max`, so that the excess is
 * still reported. Returns undefined for a schema without objects.
 */
const createPropertyFilter = (
  schema: ObjectSchema,
  max: number,
): (<Value>(value: Value) => Value) | undefined => {
  const objectSchema = schema.anyOf?.find(({ type }) => type === 'object') ?? schema;
  if (objectSchema.type !== 'object') return undefined;
  const { properties = {}, patternProperties, additionalProperties } = objectSchema;
  const isClosed = additionalProperties === false && patternProperties === undefined;
  const { maxProperties = isClosed ? max : Number.POSITIVE_INFINITY } = objectSchema;
  const nestedFilters = Object.entries(properties).flatMap(([name, property]) => {
    const dropExcessProperties = createPropertyFilter(property, max);
    return dropExcessProperties ? [{ name, dropExcessProperties }] : [];
  });
  return (value) => {
    if (typeof value !== 'object' || value === null || Array.isArray(value)) return value;
    const names = Object.keys(value);
    let unknownCount = 0;
    const shouldKeep = (name: string) => Object.hasOwn(properties, name) || unknownCount++ <= maxProperties;
    let result = value as Record<string, unknown>;
    if (names.length > maxProperties) {
      result = Object.fromEntries(names.filter(shouldKeep).map((name) => [name, result[name]]));
    }
    for (const { name, dropExcessProperties } of nestedFilters) {
      const property = dropExcessProperties(result[name]);
      if (property !== result[name]) result = { ...result, [name]: property };
    }
    return result as typeof value;
  };
};

type ObjectSchema = TSchema & {
  type?: string;
  anyOf?: ObjectSchema[];
  properties?: Record<string, ObjectSchema>;
  patternProperties?: object;
  additionalProperties?: unknown;
  maxProperties?: number;
};

const createValidators = (schema: TSchema, max: number): Validators => {
  const { properties = {} } = schema as { properties?: Record<string, ListSchema> };
  const lists = Object.entries(properties).filter(([, { items }]) => items !== undefined);
  // `items` is omitted, because the interpreter would visit every entry: 150 ms for 50,000.
  const listsWithoutItems = lists.map(([name, { items: _, ...list }]) => [name, list]);
  return {
    dropExcessProperties: createPropertyFilter(schema, max) ?? ((value) => value),
    validatorWithoutLists: Compile({
      ...schema,
      ...(lists.length > 0 && { properties: { ...properties, ...Object.fromEntries(listsWithoutItems) } }),
    }),
    lists: lists.map(([name, { items, maxItems = Number.POSITIVE_INFINITY }]) => ({
      name,
      items: items!,
      maxItems,
    })),
  };
};

type ListSchema = TSchema & { items?: TSchema; maxItems?: number };
