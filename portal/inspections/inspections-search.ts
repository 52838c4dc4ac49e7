import type { InspectionListQuery } from '#contract/result.ts';
import { startOfDay } from '#kit/days.ts';
import { oneOf, present, textOf, uuidOf } from '#portal/frame/search-values.ts';

/** States that an inspection can have, in the order of its life; a tuple of the contract that no browser loads. */
export const STATES: typeof import('#contract/result.ts').INSPECTION_STATES = [
  'Active',
  'Closed',
  'Canceled',
];
type State = (typeof STATES)[number];

/** What of the list of inspections stands in its address; absent members do not matter. */
export type InspectionsSearch = {
  state?: readonly State[] | undefined;
  approved?: 'true' | 'false' | undefined;
  failed?: 'true' | 'false' | undefined;
  teamId?: string | undefined;
  definitionId?: string | undefined;
  userId?: number | undefined;
  taskId?: string | undefined;
  itemId?: string | undefined;
  /** Words of its task, items, workbook or inspector. */
  text?: string | undefined;
  /** Days on which they were completed; both belong to them. */
  from?: string | undefined;
  to?: string | undefined;
  order?: 'newest' | 'oldest' | undefined;
};

/** The views that come with the list. The first is shown to who asks for nothing: who waits longest stands first. */
export const USUAL_VIEWS = {
  viewToReview: { state: ['Closed'], approved: 'false', order: 'oldest' },
  viewFailed: { failed: 'true', order: 'newest' },
  viewUnderWay: { state: ['Active'], order: 'newest' },
  viewAll: { order: 'newest' },
} as const;

const YES_OR_NO = ['true', 'false'] as const;

/** Reads an address that somebody may have typed or sent long ago: what it does not understand it leaves out. */
export const parseInspectionsSearch = (given: Record<string, unknown>): InspectionsSearch => {
  const states = [given.state].flat();
  const state = STATES.filter((one) => states.includes(one));
  return present({
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

/** The question to the server; days are those of the browser. */
export const queryOf = ({ state, userId, from, to, ...search }: InspectionsSearch): InspectionListQuery =>
  present({
    ...search,
    state: state?.join(','),
    userId: userId?.toString(),
    completedFrom: from && startOfDay(from).toISOString(),
    completedTo: to && startOfDay(to, 1).toISOString(),
  }) as InspectionListQuery;

/** How many filters are set: the order is none. */
export const countFilters = ({ order: _, ...search }: InspectionsSearch): number =>
  Object.values(search).filter((value) => value !== undefined).length;

const dayOf = (value: unknown): string | undefined => {
  if (typeof value !== 'string' || !/^[12]\d{3}-\d\d-\d\d$/.test(value)) return undefined;
  const moment = new Date(`${value}T00:00:00Z`);
  return !Number.isNaN(moment.valueOf()) && moment.toISOString().startsWith(value) ? value : undefined;
};

const numberOf = (value: unknown): number | undefined => {
  // A saved view keeps texts.
  const number = typeof value === 'string' && /^\d{1,15}$/.test(value) ? Number(value) : value;
  return typeof number === 'number' && Number.isInteger(number) && number > 0 && number < 1e15
    ? number
    : undefined;
};
