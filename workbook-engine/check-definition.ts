import type { Field, WorkbookDefinition } from '#contract/workbook-definition.ts';
import { workbookLimits } from '#contract/workbook-limits.ts';
import { inEnglish, sentence } from '#sentences/sentence.ts';
import { type Compiled, compileInSteps } from './compile-form.ts';
import { createBudget, TooMuchToJudge } from './expressions/budget.ts';
import type { Circumstances } from './expressions/value.ts';
import { expressionCharacters } from './field-expressions.ts';
import { type DefinitionFault, type FoundFault, fieldFaults } from './field-faults.ts';
import { type Form, rootLevel } from './form.ts';
import { startInSteps } from './start-answers.ts';
import { finish, type Work } from './work.ts';

/**
 * The facts of a definition that its schema cannot judge. The definition must have passed the schema
 * `WorkbookDefinition`; with no faults it may be published. At most a hundred faults are listed.
 */
export const checkDefinition = (definition: WorkbookDefinition): DefinitionFault[] =>
  examineDefinition(definition).faults.map(({ path, sentence: why, ...place }) => ({
    path,
    message: inEnglish(why),
    ...place,
  }));

/** The same, for whoever says it in another language, with the form that a definition without faults is. */
export const examineDefinition = (definition: WorkbookDefinition): Examined =>
  finish(examineInSteps(definition));

export type Examined = { faults: FoundFault[]; form?: Form };

/** The same, with pauses. */
export function* examineInSteps({ fields }: WorkbookDefinition): Work<Examined> {
  const placed = withPaths(fields, 'fields');
  // Nobody looks at each of 24,000.
  if (placed.length > workbookLimits.fields) return { faults: [tooManyFields(placed.length)] };
  const ofNames = nameFaults(placed);
  const ofSize = sizeFaults(placed);
  yield;
  // What an expression means can be said only when each name means one field.
  const canBeCompiled = ofNames.length === 0 && ofSize.length === 0;
  const compiled = canBeCompiled ? yield* compileAndStart({ fields }) : undefined;
  const faults = [...ofSize, ...ofNames];
  for (const { field, path } of placed) {
    faults.push(...fieldFaults(field, path));
    yield;
  }
  const told = [...faults, ...(compiled?.faults ?? [])].slice(0, workbookLimits.faults);
  return compiled && told.length === 0 ? { faults: told, form: compiled.form } : { faults: told };
}

function* compileAndStart(definition: WorkbookDefinition): Work<Compiled> {
  const compiled = yield* compileInSteps(definition);
  return compiled.faults.length > 0 ? compiled : { ...compiled, faults: yield* startFaults(compiled.form) };
}

/** A tenth of what answers may take: with 2,000 fields an empty inspection takes about 50,000. */
const MOST_STEPS_AT_START = 1_000_000;
/** When and where does not matter. */
const ANYWHERE: Circumstances = { now: 0, timeZone: 'UTC', language: 'en' };

function* startFaults(form: Form): Work<FoundFault[]> {
  try {
    yield* startInSteps(form, rootLevel(form), { ...ANYWHERE, budget: createBudget(MOST_STEPS_AT_START) });
    return [];
  } catch (error) {
    if (!(error instanceof TooMuchToJudge)) throw error;
    const path = form.order.find(({ field }) => field.name === error.field)?.path ?? 'fields';
    const why = sentence`${error.field} takes too long to calculate, even before anything is answered. Simplify it, or the fields that it refers to.`;
    return [{ path, sentence: why }];
  }
}

/** A field with the path that leads to it. */
type PlacedField = { field: Field; path: string };

const withPaths = (fields: readonly Field[], path: string): PlacedField[] =>
  fields.flatMap((field, position) => {
    const here = `${path}[${position}]`;
    return [{ field, path: here }, ...withPaths(field.fields ?? [], `${here}.fields`)];
  });

const tooManyFields = (count: number): FoundFault => ({
  path: 'fields',
  sentence: sentence`The workbook has ${count} fields; at most ${workbookLimits.fields} are allowed.`,
});

const sizeFaults = (placed: readonly PlacedField[]): FoundFault[] => {
  const characters = placed.reduce((sum, { field }) => sum + expressionCharacters(field), 0);
  if (characters <= workbookLimits.expressions) return [];
  const most = workbookLimits.expressions;
  return [
    {
      path: 'fields',
      sentence: sentence`The expressions of the workbook have ${characters} characters together; at most ${most} are allowed. What several of them say can be said once, by a calculated field that they name.`,
    },
  ];
};

const nameFaults = (placed: PlacedField[]): FoundFault[] => {
  const faults: FoundFault[] = [];
  const first = new Map<string, PlacedField>();
  for (const { field, path } of placed) {
    const key = field.name.toLowerCase();
    const earlier = first.get(key);
    if (earlier === undefined) first.set(key, { field, path });
    else {
      const why =
        earlier.field.name === field.name
          ? sentence`The name ${field.name} is taken by ${earlier.path}: a name is unique in the whole workbook.`
          : sentence`The names ${field.name} and ${earlier.field.name} (${earlier.path}) differ in letter case only, which custom properties that fill fields ignore: choose another name.`;
      faults.push({ path: `${path}.name`, sentence: why });
    }
  }
  return faults;
};
