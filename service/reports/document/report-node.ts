/* The subset of pdfmake's document definition that reports use. Distances are in points (72 per inch). */

/** Left, top, right and bottom. */
export type Margin = [number, number, number, number];

type LayoutOptions = { margin?: Margin; width?: number | '*'; unbreakable?: true };

type TextStyle = {
  fontSize?: number;
  bold?: true;
  color?: string;
  lineHeight?: number;
  characterSpacing?: number;
  alignment?: 'right' | 'center';
};

export type TextRun = TextStyle & { text: string };
export type TextNode = LayoutOptions &
  TextStyle & {
    text: string | TextRun[];
    /** Adds a bookmark to the PDF. */
    outline?: true;
    outlineText?: string;
    id?: string;
    outlineParentId?: string;
  };
export type StackNode = LayoutOptions & { stack: Node[] };
export type ColumnsNode = LayoutOptions & { columns: Node[]; columnGap?: number };
export type TableNode = LayoutOptions & {
  table: {
    /** With automatic widths, pdfmake makes columns as wide as their longest word, even wider than the page. */
    widths: number[];
    body: (Node & { fillColor?: string })[][];
    headerRows?: number;
    keepWithHeaderRows?: number;
    dontBreakRows?: true;
  };
  layout: TableLayout;
};
/** A picture from the document's `images`, scaled to fit. */
export type ImageNode = LayoutOptions & { image: string; fit: [number, number] };

export type Node = TextNode | StackNode | ColumnsNode | TableNode | ImageNode;

export type TableLayout = {
  hLineWidth: (row: number) => number;
  vLineWidth: (column: number) => number;
  hLineColor: string;
  vLineColor: string;
  paddingLeft: (column: number) => number;
  paddingRight: (column: number) => number;
  paddingTop: (row: number) => number;
  paddingBottom: (row: number, table: { table: { body: unknown[] } }) => number;
};

export type ReportDocument = {
  content: Node[];
  footer: (page: number, pages: number) => Node;
  pageSize: 'A4';
  pageMargins: Margin;
  defaultStyle: { font: string } & TextStyle;
  language: string;
  info: { title: string; creationDate: Date };
  displayTitle: true;
};
