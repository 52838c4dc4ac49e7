export type Point = readonly [x: number, y: number];

/** Whether a point is inside a polygon (even-odd rule). The last corner connects to the first. */
export const isWithin = ([x, y]: Point, corners: readonly Point[]): boolean => {
  let isInside = false;
  let [fromX, fromY] = corners.at(-1) ?? [0, 0];
  for (const [toX, toY] of corners) {
    if (toY > y !== fromY > y && x < ((fromX - toX) * (y - toY)) / (fromY - toY) + toX) isInside = !isInside;
    [fromX, fromY] = [toX, toY];
  }
  return isInside;
};

export const createBox = ([x, y]: Point, [oppositeX, oppositeY]: Point): Point[] => [
  [x, y],
  [oppositeX, y],
  [oppositeX, oppositeY],
  [x, oppositeY],
];
