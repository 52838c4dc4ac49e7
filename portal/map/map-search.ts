import { MAX_TASKS_AT_POINT, MAX_ZOOM, type MapView } from '#kit/map/map-view.ts';
import { parseTaskSearch, type TaskSearch } from '#portal/tasks/task-search.ts';
import { parseBoolean, parseUuid, withoutUndefined } from '#portal/ui/search-values.ts';

/** Without `at`, the map shows all tasks. */
export type MapSearch = Omit<TaskSearch, 'sort'> & {
  /** The formatted `MapView`: `4.9024,52.3636,12`. */
  at?: string;
  isItemsShown?: true;
  /** The IDs of the tasks on the open card: one task, or all tasks at one location. */
  task?: string[];
};

export type MapSearchChange = { [Key in keyof MapSearch]?: MapSearch[Key] | undefined };

const NUMBER_PATTERN = '-?\\d{1,3}(?:\\.\\d{1,12})?';
const VIEW_PATTERN = new RegExp(`^(${NUMBER_PATTERN}),(${NUMBER_PATTERN}),(${NUMBER_PATTERN})$`);

export const parseMapSearch = (params: Record<string, unknown>): MapSearch => {
  const { sort: _, ...filters } = parseTaskSearch(params);
  const view = parseView(params.at);
  const task = [params.task]
    .flat()
    .flatMap((id) => parseUuid(id) ?? [])
    .slice(0, MAX_TASKS_AT_POINT);
  return withoutUndefined({
    ...filters,
    at: view && formatView(view),
    isItemsShown: parseBoolean(params.isItemsShown) || undefined,
    task: task.length > 0 ? task : undefined,
  } as MapSearch);
};

export const parseView = (text: unknown): MapView | undefined => {
  const match = typeof text === 'string' ? VIEW_PATTERN.exec(text) : null;
  if (!match) return undefined;
  const [longitude = 0, latitude = 0, zoom = 0] = match.slice(1).map(Number);
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isOnEarth && zoom >= 0 && zoom <= MAX_ZOOM ? { longitude, latitude, zoom } : undefined;
};

/** Formats the view with a precision of about one metre. */
export const formatView = ({ longitude, latitude, zoom }: MapView): string =>
  `${round(longitude, 5)},${round(latitude, 5)},${round(zoom, 2)}`;

export const toTaskFilters = ({
  at: _at,
  isItemsShown: _items,
  task: _task,
  ...filters
}: MapSearch): TaskSearch => filters;

// Adding 0 turns -0 into 0.
const round = (value: number, digits: number) => Number(value.toFixed(digits)) + 0;
