import sharp from 'sharp';
import type { Random } from './seeded-random.ts';

const WIDTH = 1_200;
const HEIGHT = 900;

type Color = readonly [red: number, green: number, blue: number];

const SKIES: readonly Color[] = [
  [156, 195, 228],
  [201, 214, 223],
  [232, 195, 158],
];
const STONES: readonly Color[] = [
  [140, 90, 60],
  [122, 106, 92],
  [155, 118, 83],
];
const WATER: Color = [77, 113, 131];
const IRON: Color = [47, 59, 51];
const COPING: Color = [216, 207, 194];

const WATER_LINE = 630;
const DECK = 375;
const RAILING = 310;
const LEFT = 40;
const RIGHT = WIDTH - 40;
const MIDDLE = WIDTH / 2;

/**
 * Draws a schematic bridge over a canal, which nobody will mistake for a photo of a real bridge. With `zoom` 2, draws
 * the middle of the same bridge at twice the size.
 */
export const drawBridge = (random: Random, zoom: number): Promise<Buffer> => {
  const [sky, stone] = [random.pick(SKIES), random.pick(STONES)];
  const span = (RIGHT - LEFT) / random.whole(1, 4);
  const radius = span * 0.36;
  const isOpening = (x: number, y: number) => {
    const fromMiddle = ((x - LEFT) % span) - span / 2;
    return fromMiddle ** 2 + (y - WATER_LINE - 20) ** 2 < radius ** 2;
  };
  return drawPixels((pixelX, pixelY) => {
    const x = MIDDLE + (pixelX - MIDDLE) / zoom;
    const y = DECK + (pixelY - DECK) / zoom;
    const isBridge = x > LEFT && x < RIGHT;
    if (isBridge && y >= RAILING && y < DECK && (y < RAILING + 8 || (x - LEFT) % 54 < 8)) return IRON;
    if (isBridge && y >= DECK && y < DECK + 24) return COPING;
    if (isBridge && y >= DECK && y < WATER_LINE && !isOpening(x, y))
      return changeShade(stone, getJointShade(x, y));
    if (y >= WATER_LINE) return changeShade(WATER, Math.sin(y / 7 + x / 90) * 8);
    return changeShade(sky, (RAILING - y) / 12);
  })
    .jpeg({ quality: 80 })
    .toBuffer();
};

/** Returns the shade of a brick wall at a point. Joints are darker than bricks. */
const getJointShade = (x: number, y: number): number => {
  const course = Math.floor((y - DECK) / 22);
  return (y - DECK) % 22 < 2 || (x + (course % 2) * 24) % 48 < 2 ? -25 : 0;
};

/** Draws a few pen strokes. */
export const drawSignature = (random: Random): Promise<Buffer> => {
  const randomPoint = () => [random.whole(120, WIDTH - 120), random.whole(280, 620)] as const;
  const ink = new Uint8Array(WIDTH * HEIGHT);
  let from = randomPoint();
  for (let stroke = 0; stroke < 6; stroke++) {
    const [control, to] = [randomPoint(), randomPoint()];
    for (let step = 0; step <= 1_000; step++) {
      const t = step / 1_000;
      const getCoordinate = (axis: 0 | 1) =>
        (1 - t) ** 2 * from[axis] + 2 * t * (1 - t) * control[axis] + t ** 2 * to[axis];
      drawDot(ink, Math.round(getCoordinate(0)), Math.round(getCoordinate(1)));
    }
    from = to;
  }
  return drawPixels((x, y) => (ink[y * WIDTH + x] === 1 ? [29, 43, 107] : [255, 255, 255]))
    .png()
    .toBuffer();
};

const PEN_RADIUS = 5;

const drawDot = (ink: Uint8Array, x: number, y: number): void => {
  for (let dy = -PEN_RADIUS; dy <= PEN_RADIUS; dy++) {
    for (let dx = -PEN_RADIUS; dx <= PEN_RADIUS; dx++) {
      if (dx ** 2 + dy ** 2 <= PEN_RADIUS ** 2) ink[(y + dy) * WIDTH + x + dx] = 1;
    }
  }
};

const changeShade = ([red, green, blue]: Color, amount: number): Color => [
  red + amount,
  green + amount,
  blue + amount,
];

/** Draws pixel by pixel, because the server does not accept vector formats such as SVG. */
const drawPixels = (getColor: (x: number, y: number) => Color) => {
  const pixels = new Uint8ClampedArray(WIDTH * HEIGHT * 3);
  for (let y = 0; y < HEIGHT; y++) {
    for (let x = 0; x < WIDTH; x++) pixels.set(getColor(x, y), (y * WIDTH + x) * 3);
  }
  return sharp(pixels, { raw: { width: WIDTH, height: HEIGHT, channels: 3 } });
};
