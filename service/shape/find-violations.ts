import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { Settings } from 'typebox/system';
import type { Work } from '#workbook-engine/pausable-work.ts';

/** The compiled validators of a schema. */
type Validators = {
  /** A fast check of the whole value, without details. */
  whole: Validator;
  /** Finds violations outside of lists. It is interpreted, and takes 20 µs per value. */
  outline: Validator;
  lists: readonly ListMember[];
};

type ListMember = { name: string; items: TSchema; maxItems: number };

/** The JSON pointers of a value and of its schema. */
type Pointers = { instancePath: string; schemaPath: string };

/**
 * Creates a function that finds the violations of a schema. Only invalid values are searched in detail, and lists with too many
 * entries are not searched: interpreting a workbook of 4 MiB would take half a second.
 */
export const createViolationSearch = (schema: TSchema, { max }: { max: number }) => {
  const cache = new Map<TSchema, Validators>();
  const validatorsOf = (schema: TSchema): Validators => {
    const validators = cache.get(schema) ?? createValidators(schema);
    cache.set(schema, validators);
    return validators;
  };

  function* search(schema: TSchema, value: unknown, pointers: Pointers, found: Violation[]): Work<void> {
    const { whole, outline, lists } = validatorsOf(schema);
    if (found.length >= max || whole.Check(value)) return;
    for (const violation of errorsOf(outline, value, max)) {
      found.push({
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
        yield* search(items, item, itemPointers, found);
        yield;
      }
    }
  }

  /** Returns at most a few more violations than `max`. Yields after each entry of a list. */
  return function* (value: unknown): Work<Violation[]> {
    const found: Violation[] = [];
    yield* search(schema, value, { instancePath: '', schemaPath: '#' }, found);
    return found;
  };
};

const errorsOf = (validator: Validator, value: unknown, max: number): Violation[] => {
  const { maxErrors } = Settings.Get();
  Settings.Set({ maxErrors: max });
  try {
    return [...validator.Errors(value)];
  } finally {
    Settings.Set({ maxErrors });
  }
};

const createValidators = (schema: TSchema): Validators => {
  const { properties = {} } = schema as { properties?: Record<string, ListSchema> };
  const lists = Object.entries(properties).filter(([, { items }]) => items !== undefined);
  // Without `items`: the interpreter would visit every entry, 150 ms for 50,000.
  const outlines = lists.map(([name, { items: _, ...list }]) => [name, list]);
  return {
    whole: Compile(schema),
    outline: Compile({
      ...schema,
      ...(lists.length > 0 && { properties: { ...properties, ...Object.fromEntries(outlines) } }),
    }),
    lists: lists.map(([name, { items, maxItems = Number.POSITIVE_INFINITY }]) => ({
      name,
      items: items!,
      maxItems,
    })),
  };
};

type ListSchema = TSchema & { items?: TSchema; maxItems?: number };
