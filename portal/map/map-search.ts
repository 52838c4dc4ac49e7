import { type MapView, MOST_AT_ONE_PLACE, MOST_ZOOM } from '#kit/map/map-view.ts';
import { flagOf, present, uuidOf } from '#portal/frame/search-values.ts';
import { parseTaskSearch, type TaskSearch } from '#portal/frame/task-search.ts';

/** What of the map stands in its address; without `at` it shows all that is there. */
export type MapSearch = Omit<TaskSearch, 'sort'> & {
  /** A `MapView`: `4.9024,52.3636,12`. */
  at?: string;
  isItemsShown?: true;
  /** Those that a card tells about: one, or all that are at the same place. */
  task?: string[];
};

export type MapSearchChange = { [Member in keyof MapSearch]?: MapSearch[Member] | undefined };

const NUMBER = '-?\\d{1,3}(?:\\.\\d{1,12})?';
const VIEW = new RegExp(`^(${NUMBER}),(${NUMBER}),(${NUMBER})$`);

export const parseMapSearch = (given: Record<string, unknown>): MapSearch => {
  const { sort: _, ...filters } = parseTaskSearch(given);
  const view = parseView(given.at);
  const task = [given.task]
    .flat()
    .flatMap((id) => uuidOf(id) ?? [])
    .slice(0, MOST_AT_ONE_PLACE);
  return present({
    ...filters,
    at: view && formatView(view),
    isItemsShown: flagOf(given.isItemsShown) || undefined,
    task: task.length > 0 ? task : undefined,
  } as MapSearch);
};

export const parseView = (text: unknown): MapView | undefined => {
  const found = typeof text === 'string' ? VIEW.exec(text) : null;
  if (!found) return undefined;
  const [longitude = 0, latitude = 0, zoom = 0] = found.slice(1).map(Number);
  const isOnEarth = Math.abs(longitude) <= 180 && Math.abs(latitude) <= 90;
  return isOnEarth && zoom >= 0 && zoom <= MOST_ZOOM ? { longitude, latitude, zoom } : undefined;
};

/** A metre precise, which is more than anybody sees. */
export const formatView = ({ longitude, latitude, zoom }: MapView): string =>
  `${round(longitude, 5)},${round(latitude, 5)},${round(zoom, 2)}`;

/** The filters alone, as the list of tasks knows them. */
export const filtersOf = ({
  at: _at,
  isItemsShown: _items,
  task: _task,
  ...filters
}: MapSearch): TaskSearch => filters;

// The plus turns -0 into 0.
const round = (value: number, digits: number) => Number(value.toFixed(digits)) + 0;
