import type { Node } from './report-node.ts';
import { createSpace } from './report-style.ts';

/** `lines` is an estimate, or Infinity if the block may break across pages. */
export type Block = { node: Node; lines: number };

/** About half a page. An unbreakable block longer than a page would be cut off. */
const MAX_LINES = 24;
/** Free space required below a heading, in points, so that its content starts on the same page. */
const FREE_BELOW = 60;
/** FREE_BELOW in lines. */
const FREE_LINES = 5;

export const estimateLines = (text: string, charactersPerLine: number): number =>
  text.split('\n').reduce((lines, line) => lines + 1 + Math.floor(line.length / charactersPerLine), 0);

/** Keeps a short block on one page. */
export const createBlock = (node: Node, lines: number): Block =>
  lines <= MAX_LINES
    ? { node: { ...node, unbreakable: true }, lines }
    : { node, lines: Number.POSITIVE_INFINITY };

/** Before a long block, reserves space below the heading and then reclaims it with a negative margin. */
export const placeUnderHeading = (heading: Block, blocks: readonly Block[]): Block[] => {
  const [first, ...rest] = blocks;
  if (!first || heading.lines > MAX_LINES) return [heading, ...blocks];
  const lines = heading.lines + first.lines;
  if (lines <= MAX_LINES) return [createBlock({ stack: [heading.node, first.node] }, lines), ...rest];
  return [
    createBlock({ stack: [heading.node, createSpace(FREE_BELOW)] }, heading.lines + FREE_LINES),
    { node: createSpace(-FREE_BELOW), lines: 0 },
    ...blocks,
  ];
};
