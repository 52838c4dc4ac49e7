import type { TSchema } from 'typebox';
import { Compile, type Validator } from 'typebox/compile';
import type { TLocalizedValidationError as Violation } from 'typebox/error';
import { Settings } from 'typebox/system';

/** A schema with its compiled validators. */
type Part = {
  /** Compiled check of the whole value; only returns whether there is any violation. */
  whole: Validator;
  /** Finds the violations of a value except those in its lists, with an interpreter, which takes 20 µs per value. */
  outline: Validator;
  lists: readonly ListMember[];
};

type ListMember = { name: string; items: TSchema; maxItems: number };

/** The JSON pointers of a value and of its schema. */
type Place = { instancePath: string; schemaPath: string };

/**
 * Creates a function that finds the violations of a schema. Only invalid parts are searched in detail, and a list with too many entries is not
 * searched at all: the interpreter would take half a second for a workbook of 4 MiB.
 */
export const createViolationSearch = (schema: TSchema, { max }: { max: number }) => {
  const parts = new Map<TSchema, Part>();
  const partOf = (schema: TSchema): Part => {
    const known = parts.get(schema) ?? createPart(schema);
    parts.set(schema, known);
    return known;
  };

  const search = (schema: TSchema, value: unknown, place: Place, found: Violation[]): void => {
    const { whole, outline, lists } = partOf(schema);
    if (found.length >= max || whole.Check(value)) return;
    for (const violation of outline.Errors(value)) {
      found.push({
        ...violation,
        instancePath: `${place.instancePath}${violation.instancePath}`,
        schemaPath: `${place.schemaPath}${violation.schemaPath.slice(1)}`,
      });
    }
    for (const { name, items, maxItems } of lists) {
      const list = (value as Record<string, unknown> | null | undefined)?.[name];
      if (!Array.isArray(list) || list.length > maxItems) continue;
      for (const [index, item] of list.entries()) {
        const inside = {
          instancePath: `${place.instancePath}/${name}/${index}`,
          schemaPath: `${place.schemaPath}/properties/${name}/items`,
        };
        search(items, item, inside, found);
      }
    }
  };

  /** Returns at most a few more than `most`. */
  return (value: unknown): Violation[] => {
    const { maxErrors } = Settings.Get();
    Settings.Set({ maxErrors: max });
    try {
      const found: Violation[] = [];
      search(schema, value, { instancePath: '', schemaPath: '#' }, found);
      return found;
    } finally {
      Settings.Set({ maxErrors });
    }
  };
};

const createPart = (schema: TSchema): Part => {
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
