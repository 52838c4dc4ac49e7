import { type Sentence, sentence } from '#sentences/sentence.ts';
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
import type { Given, Value } from './value.ts';

/** How a function is called, for messages and the page on workbooks: `round(number, places?)`. */
type Described = { written: string; says: string };

/**
 * A function of values. Its last parameters, those that `optional` counts, may be left out. A text is never null here
 * (no answer is the empty text) and a condition neither (it is false); what lacks any other argument has no value.
 */
export type ValueFunction = Described & {
  params: readonly BaseType[];
  optional?: number;
  result: Type;
  work: (given: Given, ...args: never[]) => Value;
};

/** A function that judges its arguments itself. The number of them is within `count` when it is asked. */
export type SpecialFunction = Described & {
  count: readonly [least: number, most: number];
  bind: (call: { at: number; args: readonly Bound[]; scope: Scope }) => Bound;
};

export type FunctionDefinition = ValueFunction | SpecialFunction;

/** Every function of an expression by its name, as XLSForm has them. */
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

const NOT_REPEATABLE = sentence`it would give another value each time it is worked out, on the phone and on the server`;

/** Functions of XLSForm that are known and not served, and why or what does the same. */
export const REFUSED_FUNCTIONS: Readonly<Record<string, Sentence>> = {
  random: NOT_REPEATABLE,
  randomize: NOT_REPEATABLE,
  uuid: NOT_REPEATABLE,
  once: sentence`a default that is calculated, { calculation: … }, is worked out once`,
  pulldata: sentence`data of other tables is not served: custom properties of the task fill fields by their name`,
  instance: sentence`lists of other files are not served: the choices of a field have attributes for its choiceFilter`,
  current: sentence`an answer is called by its field, \${Name}, or '.' for the answer itself`,
  property: sentence`properties of the device are not served`,
  digest: sentence`digests are not served`,
  'base64-decode': sentence`encoded texts are not served`,
  area: sentence`lines and areas are not served`,
  indexOf: sentence`selected(…) or contains(…) asks whether one text holds another`,
  'weighted-checklist': sentence`sums of if(…, 1, 0) count what holds`,
  checklist: sentence`sums of if(…, 1, 0) count what holds`,
  substring: sentence`substr(text, start, end) cuts a text, its first character being number 0`,
  length: sentence`string-length(…) counts characters`,
  last: sentence`count(…) is the number of entries`,
  'enclosed-area': sentence`lines and areas are not served`,
  geofence: sentence`lines and areas are not served`,
};
