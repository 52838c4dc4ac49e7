import type { Margin, Node, TableLayout, TextNode } from './report-node.ts';

export const FONT = 'Noto Sans';

export const COLORS = {
  ink: '#17212b',
  muted: '#5a6672',
  accent: '#0b5a6f',
  hairline: '#dde3e8',
  rule: '#9db0bb',
  failed: '#a3211a',
  failedTint: '#fcf0ee',
  draft: '#8a5a00',
  draftTint: '#fdf5e4',
  cancelled: '#4a5560',
  cancelledTint: '#eff2f4',
  approved: '#1c6340',
  approvedTint: '#edf6f0',
} as const;

export const PAGE = { width: 595.28, margins: [54, 52, 54, 64] as Margin };
export const CONTENT_WIDTH = PAGE.width - PAGE.margins[0] - PAGE.margins[2];
export const LABEL_WIDTH = 164;
export const GUTTER = 16;

export const SIZES = {
  title: 21,
  item: 15,
  section: 12.5,
  subsection: 10.5,
  text: 9.5,
  note: 8.5,
  small: 8,
} as const;

const getZero = () => 0;

const createTableLayout = (overrides: Partial<TableLayout>): TableLayout => ({
  hLineWidth: getZero,
  vLineWidth: getZero,
  hLineColor: COLORS.hairline,
  vLineColor: COLORS.hairline,
  paddingLeft: getZero,
  paddingRight: getZero,
  paddingTop: getZero,
  paddingBottom: getZero,
  ...overrides,
});

const THIN = 0.5;
const BAR = 3;

/** A question and its answer, with a hairline below. */
export const ROW = createTableLayout({
  hLineWidth: (row) => (row === 0 ? 0 : THIN),
  paddingRight: (column) => (column === 0 ? GUTTER : 0),
  paddingTop: () => 4,
  paddingBottom: () => 4.5,
});

/** Leaves the hairline to the pictures below. */
export const ROW_ABOVE_PICTURES: TableLayout = { ...ROW, hLineWidth: getZero };
export const HAIRLINE = createTableLayout({ hLineWidth: ROW.hLineWidth, paddingTop: () => 8 });

const CELL_INSET = 5;
export const getGridPadding = (columns: number): number => (2 * columns - 1) * CELL_INSET;

export const GRID = createTableLayout({
  hLineWidth: (row) => (row === 0 ? 0 : THIN),
  paddingLeft: (column) => (column === 0 ? 0 : CELL_INSET),
  paddingRight: () => CELL_INSET,
  paddingTop: () => 3.5,
  paddingBottom: () => 4,
});

const INSET = 12;
/** Includes the bar. */
export const getBoxPadding = (columns: number): number => BAR + 2 * columns * INSET;

/** A tinted box with a bar on the left. */
export const createBoxLayout = (color: string): TableLayout =>
  createTableLayout({
    vLineWidth: (column) => (column === 0 ? BAR : 0),
    vLineColor: color,
    paddingLeft: () => INSET,
    paddingRight: () => INSET,
    paddingTop: (row) => (row === 0 ? 9 : 3),
    paddingBottom: (row, { table }) => (row === table.body.length - 1 ? 10 : 5),
  });

/** A line across the page, below a heading. */
export const UNDERLINED = createTableLayout({
  hLineWidth: (row) => (row === 0 ? 0 : 0.8),
  hLineColor: COLORS.rule,
  paddingBottom: () => 3,
});

export const createSmallText = (text: string, overrides: Partial<TextNode> = {}): TextNode => ({
  text,
  fontSize: SIZES.small,
  color: COLORS.muted,
  ...overrides,
});

/** A negative height moves the following content up. */
export const createSpace = (height: number): Node => ({ stack: [], margin: [0, height, 0, 0] });
