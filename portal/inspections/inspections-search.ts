import type { InspectionListQuery } from '#contract/result.ts';
import { startOfDay } from '#kit/days.ts';
import {
  parseBoolean,
  parseDay,
  parseOption,
  parsePositiveInteger,
  parseText,
  parseUuid,
  withoutUndefined,
} from '#portal/ui/search-values.ts';

/** Copied from the contract so that browsers need not load the module with its schemas. */
export const STATES: typeof import('#contract/result.ts').INSPECTION_STATES = [
  'Active',
  'Closed',
  'Canceled',
];

export type InspectionsSearch = ReturnType<typeof parseInspectionsSearch>;

/** The list opens with the first view. */
export const DEFAULT_VIEWS = {
  viewToReview: { state: ['Closed'], approved: 'false', order: 'oldest' },
  viewFailed: { failed: 'true', order: 'newest' },
  viewInProgress: { state: ['Active'], order: 'newest' },
  viewAll: { order: 'newest' },
} as const;

/** The router turns `true` in a URL into a boolean, but the API expects a string. */
const parseFlag = (value: unknown): 'true' | 'false' | undefined => {
  const flag = parseBoolean(value);
  return flag === undefined ? undefined : `${flag}`;
};

export const parseInspectionsSearch = (params: Record<string, unknown>) => {
  const states = [params.state].flat();
  const state: readonly (typeof STATES)[number][] = STATES.filter((value) => states.includes(value));
  return withoutUndefined({
    state: state.length > 0 ? state : undefined,
    approved: parseFlag(params.approved),
    failed: parseFlag(params.failed),
    teamId: parseUuid(params.teamId),
    definitionId: parseUuid(params.definitionId),
    userId: parsePositiveInteger(params.userId),
    taskId: parseUuid(params.taskId),
    itemId: parseUuid(params.itemId),
    text: parseText(params.text),
    // `from` and `to` are an inclusive range of completion dates.
    from: parseDay(params.from),
    to: parseDay(params.to),
    order: parseOption(params.order, ['newest', 'oldest']),
  });
};

/** Days are in the browser's time zone. */
export const toApiQuery = ({ state, userId, from, to, ...search }: InspectionsSearch): InspectionListQuery =>
  withoutUndefined({
    ...search,
    state: state?.join(','),
    userId: userId?.toString(),
    completedFrom: from && startOfDay(from).toISOString(),
    completedTo: to && startOfDay(to, 1).toISOString(),
  }) as InspectionListQuery;

export const createClearedFilters = ({ order: _, ...search }: InspectionsSearch): InspectionsSearch =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));

export const countFilters = ({ order: _, ...search }: InspectionsSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;
