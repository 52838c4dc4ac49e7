import type { InspectionListQuery } from '#contract/result.ts';
import { startOfDay } from '#kit/days.ts';
import { oneOf, textOf, uuidOf, withoutUndefined } from '#portal/ui/search-values.ts';

/** States of an inspection in order. Repeats a tuple of the contract, so that browsers need not load its module. */
export const STATES: typeof import('#contract/result.ts').INSPECTION_STATES = [
  'Active',
  'Closed',
  'Canceled',
];
type State = (typeof STATES)[number];

/** URL parameters of the list of inspections. Undefined members are not filtered. */
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
  /** Completion date range, both days included. */
  from?: string | undefined;
  to?: string | undefined;
  order?: 'newest' | 'oldest' | undefined;
};

/** The built-in views. The first one is the default: the inspections that have waited longest for review come first. */
export const USUAL_VIEWS = {
  viewToReview: { state: ['Closed'], approved: 'false', order: 'oldest' },
  viewFailed: { failed: 'true', order: 'newest' },
  viewInProgress: { state: ['Active'], order: 'newest' },
  viewAll: { order: 'newest' },
} as const;

const YES_OR_NO = ['true', 'false'] as const;

/** Parses URL parameters and ignores invalid ones, because URLs can be typed by hand or outdated. */
export const parseInspectionsSearch = (given: Record<string, unknown>): InspectionsSearch => {
  const states = [given.state].flat();
  const state = STATES.filter((one) => states.includes(one));
  return withoutUndefined({
    state: state.length > 0 ? state : undefined,
    approved: oneOf(String(given.approved), YES_OR_NO),
    failed: oneOf(String(given.failed), YES_OR_NO),
    teamId: uuidOf(given.teamId),
    definitionId: uuidOf(given.definitionId),
    userId: numberOf(given.userId),
    taskId: uuidOf(given.taskId),
    itemId: uuidOf(given.itemId),
    text: textOf(given.text),
    from: dayOf(given.from),
    to: dayOf(given.to),
    order: oneOf(given.order, ['newest', 'oldest']),
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

/** The number of active filters; the sort order does not count. */
export const countFilters = ({ order: _, ...search }: InspectionsSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;

const dayOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(value)) return undefined;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.valueOf()) && moment.toISOString().startsWith(value) ? value : undefined;
};

const numberOf = (value: unknown): number | undefined => {
  // Saved views store numbers as text.
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 1e15
    ? number
    : undefined;
};
