/** The subset of pdfmake's document description that reports use. Distances are in points, 72 per inch. */

/** Left, top, right, bottom. */
export type Margin = [number, number, number, number];

type Placed = { margin?: Margin; width?: number | '*'; unbreakable?: true };

type Written = {
  fontSize?: number;
  bold?: true;
  color?: string;
  lineHeight?: number;
  characterSpacing?: number;
  alignment?: 'right' | 'center';
};

export type TextRun = Written & { text: string };
export type TextNode = Placed &
  Written & {
    text: string | TextRun[];
    /** Adds a bookmark to the PDF. */
    outline?: true;
    outlineText?: string;
    id?: string;
    outlineParentId?: string;
  };
export type StackNode = Placed & { stack: Node[] };
export type ColumnsNode = Placed & { columns: Node[]; columnGap?: number };
export type TableNode = Placed & {
  table: {
    /** Fixed widths: with automatic widths pdfmake makes a column as wide as its longest word, even beyond the page. */
    widths: number[];
    body: (Node & { fillColor?: string })[][];
    headerRows?: number;
    keepWithHeaderRows?: number;
    dontBreakRows?: true;
  };
  layout: TableLook;
};
/** A picture, by its name among the document's images, scaled to fit. */
export type ImageNode = Placed & { image: string; fit: [number, number] };

export type Node = TextNode | StackNode | ColumnsNode | TableNode | ImageNode;

/** Lines and padding of a table. */
export type TableLook = {
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
  defaultStyle: { font: string } & Written;
  language: string;
  info: { title: string; creationDate: Date };
  displayTitle: true;
};
