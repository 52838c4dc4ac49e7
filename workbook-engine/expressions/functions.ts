import { type Message, msg } from '#i18n/message.ts';
import type { Bound } from './bound.ts';
import { choiceFunctions } from './choice-functions.ts';
import { dateFunctions } from './date-functions.ts';
import { locationFunctions } from './location-functions.ts';
import { logicFunctions } from './logic-functions.ts';
import { numberFunctions } from './number-functions.ts';
import { repeatFunctions } from './repeat-functions.ts';
import type { Scope } from './scope.ts';
import { textFunctions } from './text-functions.ts';
import type { BaseType, Type } from './types.ts';
import type { Evaluation, Value } from './value.ts';

/** A signature such as `round(number, places?)` and a description. */
type FunctionDocumentation = { signature: string; description: string };

/**
 * A function of single values. Missing text is passed as an empty string, and a missing condition as false. If any
 * other value is missing, the call is skipped and its result is missing too.
 */
export type ValueFunction = FunctionDocumentation & {
  params: readonly BaseType[];
  optionalParams?: number;
  result: Type;
  call: (evaluation: Evaluation, ...args: never[]) => Value;
};

/** A function that checks the types of its arguments itself. */
export type SpecialFunction = FunctionDocumentation & {
  arity: readonly [min: number, max: number];
  bind: (call: { position: number; args: readonly Bound[]; scope: Scope }) => Bound;
};

export type FunctionDefinition = ValueFunction | SpecialFunction;

/** All functions, by XLSForm name. */
export const functions: ReadonlyMap<string, FunctionDefinition> = new Map<string, FunctionDefinition>(
  Object.entries({
    ...textFunctions,
    ...numberFunctions,
    ...dateFunctions,
    ...choiceFunctions,
    ...logicFunctions,
    ...locationFunctions,
    ...repeatFunctions,
  }),
);

const NOT_DETERMINISTIC = msg`its value would change with every calculation`;

/** The messages give a reason or an alternative. */
export const UNSUPPORTED_FUNCTIONS: Readonly<Record<string, Message>> = {
  random: NOT_DETERMINISTIC,
  randomize: NOT_DETERMINISTIC,
  uuid: NOT_DETERMINISTIC,
  once: msg`a calculated default, { calculation: … }, is calculated once`,
  pulldata: msg`data from other tables is not available: use custom properties of the task, which fill fields of the same name`,
  instance: msg`lists in other files are not available: give the choices attributes and use choiceFilter`,
  current: msg`refer to an answer as \${Name}, or as '.' for the answer itself`,
  property: msg`device properties are not available`,
  digest: msg`digests are not supported`,
  'base64-decode': msg`encoded text is not supported`,
  area: msg`lines and areas are not supported`,
  indexOf: msg`use selected(…) or contains(…) to check whether a text contains another`,
  'weighted-checklist': msg`use sums of if(…, 1, 0) to count true conditions`,
  checklist: msg`use sums of if(…, 1, 0) to count true conditions`,
  substring: msg`use substr(text, start, end), where the first character is number 0`,
  length: msg`use string-length(…) to count characters`,
  last: msg`use count(…) to get the number of entries`,
  'enclosed-area': msg`lines and areas are not supported`,
  geofence: msg`lines and areas are not supported`,
};
