// Where a map looks. Without the map itself, so that addresses can be read by themselves.

/** Its centre in degrees, and how near. */
export type MapView = { longitude: number; latitude: number; zoom: number };

export const MOST_ZOOM = 20;
/** Of the tasks at one place no more than these are picked. */
export const MOST_AT_ONE_PLACE = 20;
