// This file does not import MapLibre so that URLs can be parsed without loading it.

export type MapView = { longitude: number; latitude: number; zoom: number };

export const MAX_ZOOM = 20;
export const MAX_TASKS_AT_POINT = 20;
