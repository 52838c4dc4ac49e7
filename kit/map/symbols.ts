import type { TaskState } from '#contract/task.ts';
import type { Palette, SymbolColor } from './palette.ts';

// Each task state has its own shape, for people who cannot tell the colours apart.

export const SYMBOL_SIZE = 24;

export type MapSymbol = { path: string; color: SymbolColor; isHollow?: true };

export const STATE_SYMBOLS: Readonly<Record<TaskState, MapSymbol>> = {
  New: { path: 'M12 5a7 7 0 1 0 .01 0z', color: 'text', isHollow: true },
  Assigned: { path: 'M12 5a7 7 0 1 0 .01 0z', color: 'calm' },
  Active: { path: 'M12 4l8.5 15h-17z', color: 'warn' },
  Closed: { path: 'M5.5 5.5h13v13h-13z', color: 'good' },
  Canceled: { path: 'M6 8l2-2 4 4 4-4 2 2-4 4 4 4-2 2-4-4-4 4-2-2 4-4z', color: 'dimmed' },
};

export const LATE_SYMBOL: MapSymbol = { path: 'M17 1h5l-1 8h-3zM18 10.5h3v3h-3z', color: 'bad' };

export const ITEM_SYMBOL: MapSymbol = { path: 'M12 7l5 5-5 5-5-5z', color: 'dimmed', isHollow: true };

export const POSITION_SYMBOL: MapSymbol = {
  path: 'M11 1h2v5h-2zM11 18h2v5h-2zM1 11h5v2H1zM18 11h5v2h-5zM12 8a4 4 0 1 0 .01 0z',
  color: 'text',
};

const CSS_VARIABLES: Palette = {
  text: '--mantine-color-text',
  dimmed: '--mantine-color-dimmed',
  body: '--mantine-color-body',
  ground: '--ronda-ground',
  line: '--ronda-line',
  calm: '--ronda-calm',
  warn: '--ronda-warn',
  good: '--ronda-good',
  bad: '--ronda-bad',
  water: '--map-water',
  green: '--map-green',
  building: '--map-building',
  road: '--map-road',
  border: '--map-border',
};

/** WebGL cannot use CSS variables. */
export const readPalette = (element: Element): Palette => {
  const styles = getComputedStyle(element);
  return Object.fromEntries(
    Object.entries(CSS_VARIABLES).map(([name, variable]) => [name, styles.getPropertyValue(variable).trim()]),
  ) as Palette;
};

export const PIXEL_RATIO = 2;

export const drawSymbols = (symbols: readonly MapSymbol[], palette: Palette): ImageData => {
  const canvas = document.createElement('canvas');
  canvas.width = canvas.height = SYMBOL_SIZE * PIXEL_RATIO;
  const context = canvas.getContext('2d')!;
  context.scale(PIXEL_RATIO, PIXEL_RATIO);
  context.lineJoin = 'round';
  for (const { path, color, isHollow } of symbols) {
    const shape = new Path2D(path);
    context.lineWidth = 3;
    context.strokeStyle = palette.body;
    context.stroke(shape);
    context.fillStyle = isHollow ? palette.body : palette[color];
    context.fill(shape);
    if (!isHollow) continue;
    context.lineWidth = 2;
    context.strokeStyle = palette[color];
    context.stroke(shape);
  }
  return context.getImageData(0, 0, canvas.width, canvas.height);
};
