import { getBytes } from './request.ts';

/** Whether the server has a base map (MAP_FILE). */
export const hasMapFile =
  document.querySelector('meta[name="ronda-map"]')?.getAttribute('content') === 'true';

export const readMapFile = (offset: number, length: number, signal: AbortSignal | undefined) =>
  getBytes('/portal/map.pmtiles', { offset, length, signal });
