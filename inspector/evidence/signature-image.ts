// Renders a signature in dark ink on a white background, regardless of theme and screen.

import Pad, { type PointGroup } from 'signature_pad';

export const INK_COLOR = '#101820';
const PAPER_COLOR = '#ffffff';
/** Picture size in pixels, large enough for reports, which show signatures five centimetres wide. */
const PAPER_SIZE = { width: 1_200, height: 480 };
const MARGIN = 60;

/** Renders strokes drawn on a surface of the given width. */
export const renderStrokes = (strokes: readonly PointGroup[], width: number): Promise<Blob> => {
  const canvas = createPaper();
  const pad = new Pad(canvas, { backgroundColor: PAPER_COLOR });
  pad.fromData(scaleStrokes(strokes, PAPER_SIZE.width / width));
  pad.off();
  return encodePng(canvas);
};

export const renderName = (name: string): Promise<Blob> => {
  const canvas = createPaper();
  const context = canvas.getContext('2d')!;
  const { width, height } = PAPER_SIZE;
  context.fillStyle = PAPER_COLOR;
  context.fillRect(0, 0, width, height);
  const formatFont = (size: number) =>
    `italic ${size}px "Segoe Script", "Bradley Hand", "Snell Roundhand", cursive`;
  const maxSize = height / 2.5;
  context.font = formatFont(maxSize);
  const size = Math.min(maxSize, (maxSize * (width - 2 * MARGIN)) / context.measureText(name).width);
  context.font = formatFont(size);
  context.fillStyle = INK_COLOR;
  context.textAlign = 'center';
  context.textBaseline = 'middle';
  context.fillText(name, width / 2, height / 2);
  return encodePng(canvas);
};

export const scaleStrokes = (strokes: readonly PointGroup[], factor: number): PointGroup[] =>
  strokes.map((stroke) => ({
    ...stroke,
    dotSize: stroke.dotSize * factor,
    minWidth: stroke.minWidth * factor,
    maxWidth: stroke.maxWidth * factor,
    points: stroke.points.map((point) => ({ ...point, x: point.x * factor, y: point.y * factor })),
  }));

const createPaper = () => Object.assign(document.createElement('canvas'), PAPER_SIZE);

const encodePng = (canvas: HTMLCanvasElement): Promise<Blob> =>
  new Promise((resolve, reject) => {
    canvas.toBlob(
      (blob) => (blob ? resolve(blob) : reject(new Error('The picture could not be created'))),
      'image/png',
    );
  });
