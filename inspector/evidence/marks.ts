/** In picture pixels. */
export type Point = { x: number; y: number };
export type Size = { width: number; height: number };
export type MarkColor = keyof typeof MARK_COLORS;
export type Mark = { color: MarkColor } & (
  | { kind: 'pen'; points: readonly Point[] }
  | { kind: 'arrow'; from: Point; to: Point }
  | { kind: 'text'; position: Point; text: string }
);

/** The same in both themes. Each colour is dark enough to stand out from its white halo. */
export const MARK_COLORS = { red: '#d01b1b', blue: '#0b4fc4', green: '#0b6b2e', black: '#141414' } as const;
const HALO_COLOR = '#ffffff';
// Fractions of the picture's longer side. A movement shorter than TAP_DISTANCE counts as a tap.
const LINE_WIDTH = 1 / 160;
const FONT_SIZE = 1 / 24;
const TAP_DISTANCE = 1 / 100;
/** In line widths. */
const ARROWHEAD_LENGTH = 5;

/** The subset of a 2D context used here, which both canvas elements and OffscreenCanvas provide. */
export type MarkContext = {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(controlX: number, controlY: number, x: number, y: number): void;
  stroke(): void;
  strokeText(text: string, x: number, y: number): void;
  fillText(text: string, x: number, y: number): void;
  measureText(text: string): { width: number };
  strokeStyle: unknown;
  fillStyle: unknown;
  lineWidth: number;
  lineCap: string;
  lineJoin: string;
  font: string;
  textBaseline: string;
};

export const drawMarks = (context: MarkContext, marks: readonly Mark[], size: Size): void => {
  const longerSide = Math.max(size.width, size.height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const mark of marks) {
    if (mark.kind === 'text') drawText(context, mark, size, longerSide * FONT_SIZE);
    else drawLine(context, mark, longerSide * LINE_WIDTH);
  }
};

const drawLine = (context: MarkContext, mark: Exclude<Mark, { kind: 'text' }>, width: number) => {
  context.beginPath();
  if (mark.kind === 'pen') tracePen(context, mark.points);
  else traceArrow(context, mark.from, mark.to, width * ARROWHEAD_LENGTH);
  context.strokeStyle = HALO_COLOR;
  context.lineWidth = width * 2;
  context.stroke();
  context.strokeStyle = MARK_COLORS[mark.color];
  context.lineWidth = width;
  context.stroke();
};

/** Smooths the line with curves: a fast finger leaves the points far apart. */
const tracePen = (context: MarkContext, points: readonly Point[]) => {
  const [first] = points;
  if (!first) return;
  context.moveTo(first.x, first.y);
  for (const [index, point] of points.entries()) {
    const next = points[index + 1];
    if (next) context.quadraticCurveTo(point.x, point.y, (point.x + next.x) / 2, (point.y + next.y) / 2);
    else context.lineTo(point.x, point.y);
  }
};

const traceArrow = (context: MarkContext, from: Point, to: Point, maxHeadLength: number) => {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const headLength = Math.min(maxHeadLength, Math.hypot(to.x - from.x, to.y - from.y) * 0.6);
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  for (const headAngle of [angle - Math.PI / 6, angle + Math.PI / 6]) {
    context.moveTo(to.x - headLength * Math.cos(headAngle), to.y - headLength * Math.sin(headAngle));
    context.lineTo(to.x, to.y);
  }
};

const drawText = (
  context: MarkContext,
  mark: Extract<Mark, { kind: 'text' }>,
  size: Size,
  fontSize: number,
) => {
  context.font = `600 ${fontSize}px system-ui, sans-serif`;
  context.textBaseline = 'top';
  const margin = fontSize / 3;
  const lines = wrapText(mark.text, size.width - 2 * margin, (text) => context.measureText(text).width);
  const maxLineWidth = Math.max(...lines.map((line) => context.measureText(line).width));
  const lineHeight = fontSize * 1.2;
  const x = clamp(mark.position.x, margin, size.width - margin - maxLineWidth);
  const y = clamp(mark.position.y, margin, size.height - margin - lineHeight * lines.length);
  context.strokeStyle = HALO_COLOR;
  context.lineWidth = fontSize / 4;
  context.fillStyle = MARK_COLORS[mark.color];
  for (const [index, line] of lines.entries()) context.strokeText(line, x, y + index * lineHeight);
  for (const [index, line] of lines.entries()) context.fillText(line, x, y + index * lineHeight);
};

const clamp = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** Wraps text at word boundaries to the given width. Wider words are split. */
export const wrapText = (
  text: string,
  maxWidth: number,
  measureWidth: (text: string) => number,
): string[] => {
  const lines: string[] = [];
  let line = '';
  const words = text.split(/\s+/).flatMap((word) => breakWord(word, maxWidth, measureWidth));
  for (const word of words) {
    const candidate = line === '' ? word : `${line} ${word}`;
    if (line !== '' && measureWidth(candidate) > maxWidth) {
      lines.push(line);
      line = word;
    } else line = candidate;
  }
  return [...lines, line];
};

const breakWord = (word: string, maxWidth: number, measureWidth: (text: string) => number): string[] => {
  const chunks: string[] = [];
  let chunk = '';
  for (const letter of word) {
    if (chunk !== '' && measureWidth(chunk + letter) > maxWidth) {
      chunks.push(chunk);
      chunk = '';
    }
    chunk += letter;
  }
  return [...chunks, chunk];
};

/** Returns the mark for the drawn points, or undefined for an arrow as short as a tap. */
export const createMark = (
  kind: 'pen' | 'arrow',
  color: MarkColor,
  points: readonly Point[],
  { width, height }: Size,
): Mark | undefined => {
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to) return undefined;
  if (kind === 'pen') return { kind, color, points };
  const isTap = Math.hypot(to.x - from.x, to.y - from.y) < Math.max(width, height) * TAP_DISTANCE;
  return isTap ? undefined : { kind, color, from, to };
};
