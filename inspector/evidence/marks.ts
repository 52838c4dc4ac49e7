// Drawings on a picture, as data in pixels of the picture. The same function draws them while editing and in the
// saved picture.

export type Point = { x: number; y: number };
export type MarkColor = keyof typeof MARK_COLORS;
export type Mark = { color: MarkColor } & (
  | { kind: 'pen'; points: readonly Point[] }
  | { kind: 'arrow'; from: Point; to: Point }
  | { kind: 'text'; at: Point; text: string }
);

/** Colors on photographs, in both themes: each is dark enough for the white halo around it. */
export const MARK_COLORS = { red: '#d01b1b', blue: '#0b4fc4', green: '#0b6b2e', black: '#141414' } as const;
const HALO = '#ffffff';
/** Fractions of the longer side of the picture. */
const LINE = 1 / 160;
const LETTER = 1 / 24;
/** The size of an arrow head, in line widths. */
const HEAD = 5;
/** Two points closer than this fraction of the longer side are a tap. */
const TAP = 1 / 100;

/** The parts of a canvas context that are used; also that of an OffscreenCanvas. */
export type MarkContext = {
  beginPath(): void;
  moveTo(x: number, y: number): void;
  lineTo(x: number, y: number): void;
  quadraticCurveTo(viaX: number, viaY: number, x: number, y: number): void;
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
type Size = { width: number; height: number };

/** Draws onto a context in pixels of the picture. */
export const drawMarks = (context: MarkContext, marks: readonly Mark[], size: Size): void => {
  const longer = Math.max(size.width, size.height);
  context.lineCap = 'round';
  context.lineJoin = 'round';
  for (const mark of marks) {
    if (mark.kind === 'text') drawText(context, mark, size, longer * LETTER);
    else drawLine(context, mark, longer * LINE);
  }
};

const drawLine = (context: MarkContext, mark: Exclude<Mark, { kind: 'text' }>, width: number) => {
  context.beginPath();
  if (mark.kind === 'pen') tracePen(context, mark.points);
  else traceArrow(context, mark.from, mark.to, width * HEAD);
  context.strokeStyle = HALO;
  context.lineWidth = width * 2;
  context.stroke();
  context.strokeStyle = MARK_COLORS[mark.color];
  context.lineWidth = width;
  context.stroke();
};

/** Curves through the middles of the segments, because fingers are sampled only a few times a second. */
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

const traceArrow = (context: MarkContext, from: Point, to: Point, max: number) => {
  const angle = Math.atan2(to.y - from.y, to.x - from.x);
  const head = Math.min(max, Math.hypot(to.x - from.x, to.y - from.y) * 0.6);
  const wing = (turn: number) => [to.x - head * Math.cos(angle + turn), to.y - head * Math.sin(angle + turn)];
  context.moveTo(from.x, from.y);
  context.lineTo(to.x, to.y);
  for (const turn of [-Math.PI / 6, Math.PI / 6]) {
    const [x, y] = wing(turn) as [number, number];
    context.moveTo(x, y);
    context.lineTo(to.x, to.y);
  }
};

const drawText = (
  context: MarkContext,
  mark: Extract<Mark, { kind: 'text' }>,
  size: Size,
  letter: number,
) => {
  context.font = `600 ${letter}px system-ui, sans-serif`;
  context.textBaseline = 'top';
  const margin = letter / 3;
  const lines = wrapText(mark.text, size.width - 2 * margin, (text) => context.measureText(text).width);
  const widest = Math.max(...lines.map((line) => context.measureText(line).width));
  const leading = letter * 1.2;
  const x = within(mark.at.x, margin, size.width - margin - widest);
  const y = within(mark.at.y, margin, size.height - margin - leading * lines.length);
  context.strokeStyle = HALO;
  context.lineWidth = letter / 4;
  context.fillStyle = MARK_COLORS[mark.color];
  for (const [index, line] of lines.entries()) context.strokeText(line, x, y + index * leading);
  for (const [index, line] of lines.entries()) context.fillText(line, x, y + index * leading);
};

const within = (value: number, min: number, max: number) => Math.max(min, Math.min(max, value));

/** Wraps text into lines of a maximum width, between words. A single word that is wider is broken. */
export const wrapText = (text: string, max: number, widthOf: (text: string) => number): string[] => {
  const lines: string[] = [];
  let line = '';
  const words = text.split(/\s+/).flatMap((word) => breakWord(word, max, widthOf));
  for (const word of words) {
    const longer = line === '' ? word : `${line} ${word}`;
    if (line !== '' && widthOf(longer) > max) {
      lines.push(line);
      line = word;
    } else line = longer;
  }
  return [...lines, line];
};

const breakWord = (word: string, max: number, widthOf: (text: string) => number): string[] => {
  const parts: string[] = [];
  let part = '';
  for (const letter of word) {
    if (part !== '' && widthOf(part + letter) > max) {
      parts.push(part);
      part = '';
    }
    part += letter;
  }
  return [...parts, part];
};

/** Returns the mark for the traced points; undefined for an arrow that is only a tap so far. */
export const traceMark = (
  kind: 'pen' | 'arrow',
  color: MarkColor,
  points: readonly Point[],
  { width, height }: Size,
): Mark | undefined => {
  const [from, to] = [points[0], points.at(-1)];
  if (!from || !to) return undefined;
  if (kind === 'pen') return { kind, color, points };
  const isTap = Math.hypot(to.x - from.x, to.y - from.y) < Math.max(width, height) * TAP;
  return isTap ? undefined : { kind, color, from, to };
};
