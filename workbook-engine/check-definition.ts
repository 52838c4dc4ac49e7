import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { compileForm } from './compile-form.ts';
import { TooMuchToJudge } from './expressions/budget.ts';
import type { Circumstances } from './expressions/value.ts';
import { type DefinitionFault, fieldFaults } from './field-faults.ts';
import { type Form, rootLevel } from './form.ts';
import { startAnswers } from './start-answers.ts';

/**
 * The facts of a definition that its schema cannot judge. The definition must have passed the schema
 * `WorkbookDefinition`; with no faults it may be published. At most a hundred faults are listed.
 */
export const checkDefinition = ({ fields }: WorkbookDefinition): DefinitionFault[] => {
  const placed = withPaths(fields, 'fields');
  const ofNames = [...countFaults(placed), ...nameFaults(placed)];
  return [
    ...ofNames,
    ...placed.flatMap(({ field, path }) => fieldFaults(field, path)),
    // What an expression means can be said only when each name means one field.
    ...(ofNames.length === 0 ? formFaults({ fields }) : []),
  ].slice(0, workbookLimits.faults);
};

const formFaults = (definition: WorkbookDefinition): DefinitionFault[] => {
  const { form, faults } = compileForm(definition);
  return faults.length > 0 || canBeStarted(form)
    ? faults
    : [
        {
          path: 'fields',
          message: 'The workbook works out too much: not even an empty inspection can be judged.',
        },
      ];
};

/** When and where does not matter. */
const ANYWHERE: Circumstances = { now: 0, timeZone: 'UTC', language: 'en' };

const canBeStarted = (form: Form): boolean => {
  try {
    startAnswers(form, rootLevel(form), ANYWHERE);
    return true;
  } catch (error) {
    if (error instanceof TooMuchToJudge) return false;
    throw error;
  }
};

/** A field with the path that leads to it. */
type PlacedField = { field: Field; path: string };

const withPaths = (fields: readonly Field[], path: string): PlacedField[] =>
  fields.flatMap((field, position) => {
    const here = `${path}[${position}]`;
    return [{ field, path: here }, ...withPaths(field.fields ?? [], `${here}.fields`)];
  });

const countFaults = ({ length }: PlacedField[]): DefinitionFault[] => {
  if (length <= workbookLimits.fields) return [];
  const message = `The workbook has ${length} fields; at most ${workbookLimits.fields} are allowed.`;
  return [{ path: 'fields', message }];
};

const nameFaults = (placed: PlacedField[]): DefinitionFault[] => {
  const faults: DefinitionFault[] = [];
  const first = new Map<string, PlacedField>();
  for (const { field, path } of placed) {
    const key = field.name.toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, { field, path });
    else {
      const message =
        earlier.field.name === field.name
          ? `The name ${field.name} is taken by ${earlier.path}: a name is unique in the whole workbook.`
          : `The names ${field.name} and ${earlier.field.name} (${earlier.path}) differ in letter case only, ` +
            'which custom properties that fill fields ignore: choose another name.';
      faults.push({ path: `${path}.name`, message });
    }
  }
  return faults;
};
