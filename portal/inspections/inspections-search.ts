import type { InspectionListQuery } from '#contract/result.ts';
import { startOfDay } from '#kit/days.ts';
import { oneOf, textOf, uuidOf, withoutUndefined } from '#portal/ui/search-values.ts';

/** The states of an inspection. Repeats a tuple of the contract, so that browsers need not load the module with its schemas. */
export const STATES: typeof import('#contract/result.ts').INSPECTION_STATES = [
  'Active',
  'Closed',
  'Canceled',
];
type State = (typeof STATES)[number];

/** URL parameters of the list of inspections. */
export type InspectionsSearch = {
  state?: readonly State[] | undefined;
  approved?: 'true' | 'false' | undefined;
  failed?: 'true' | 'false' | undefined;
  teamId?: string | undefined;
  definitionId?: string | undefined;
  userId?: number | undefined;
  taskId?: string | undefined;
  itemId?: string | undefined;
  /** Matches the task, items, workbook or inspector. */
  text?: string | undefined;
  /** The range of completion dates, both days included. */
  from?: string | undefined;
  to?: string | undefined;
  order?: 'newest' | 'oldest' | undefined;
};

/** The default views. The list opens with the first one, in which the inspections that have waited longest for review come first. */
export const DEFAULT_VIEWS = {
  viewToReview: { state: ['Closed'], approved: 'false', order: 'oldest' },
  viewFailed: { failed: 'true', order: 'newest' },
  viewInProgress: { state: ['Active'], order: 'newest' },
  viewAll: { order: 'newest' },
} as const;

const YES_OR_NO = ['true', 'false'] as const;

/** Parses URL parameters and ignores invalid ones, because URLs can be typed by hand or outdated. */
export const parseInspectionsSearch = (params: Record<string, unknown>): InspectionsSearch => {
  const states = [params.state].flat();
  const state = STATES.filter((value) => states.includes(value));
  return withoutUndefined({
    state: state.length > 0 ? state : undefined,
    approved: oneOf(String(params.approved), YES_OR_NO),
    failed: oneOf(String(params.failed), YES_OR_NO),
    teamId: uuidOf(params.teamId),
    definitionId: uuidOf(params.definitionId),
    userId: numberOf(params.userId),
    taskId: uuidOf(params.taskId),
    itemId: uuidOf(params.itemId),
    text: textOf(params.text),
    from: dayOf(params.from),
    to: dayOf(params.to),
    order: oneOf(params.order, ['newest', 'oldest']),
  });
};

/** The query for the API. Days are in the time zone of the browser. */
export const queryOf = ({ state, userId, from, to, ...search }: InspectionsSearch): InspectionListQuery =>
  withoutUndefined({
    ...search,
    state: state?.join(','),
    userId: userId?.toString(),
    completedFrom: from && startOfDay(from).toISOString(),
    completedTo: to && startOfDay(to, 1).toISOString(),
  }) as InspectionListQuery;

/** The change that removes all filters. The sort order stays. */
export const clearedFilters = ({ order: _, ...search }: InspectionsSearch): InspectionsSearch =>
  Object.fromEntries(Object.keys(search).map((name) => [name, undefined]));

/** The number of active filters. The sort order does not count. */
export const countFilters = ({ order: _, ...search }: InspectionsSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;

const dayOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(value)) return undefined;
  const date = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(date.valueOf()) && date.toISOString().startsWith(value) ? value : undefined;
};

const numberOf = (value: unknown): number | undefined => {
  // Saved views store numbers as text.
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 1e15
    ? number
    : undefined;
};
