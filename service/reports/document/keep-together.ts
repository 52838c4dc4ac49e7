import type { Node } from './report-node.ts';
import { space } from './report-style.ts';

/** A part of the report and its estimated height in lines, which is infinite if it may break across pages. */
export type Block = { node: Node; lines: number };

/** About half a page, because unbreakable content that is longer than a page would be cut off. */
const MAX_LINES = 24;
/** Points that must be free below a heading, so that the content after it starts on the same page. */
const FREE_BELOW = 60;
const FREE_LINES = 5;

/** Estimated number of lines of a text, rounded up. */
export const linesOf = (text: string, perLine: number): number =>
  text.split('\n').reduce((lines, line) => lines + 1 + Math.floor(line.length / perLine), 0);

/** A block that is not broken across pages if it is short. */
export const block = (node: Node, lines: number): Block =>
  lines <= MAX_LINES
    ? { node: { ...node, unbreakable: true }, lines }
    : { node, lines: Number.POSITIVE_INFINITY };

/**
 * Prevents a heading alone at the bottom of a page. Makes the heading and a short first block unbreakable. Before a long
 * block, reserves space below the heading, and then removes it with a negative margin.
 */
export const underHeading = (heading: Block, blocks: readonly Block[]): Block[] => {
  const [first, ...rest] = blocks;
  if (!first || heading.lines > MAX_LINES) return [heading, ...blocks];
  const lines = heading.lines + first.lines;
  if (lines <= MAX_LINES) return [block({ stack: [heading.node, first.node] }, lines), ...rest];
  return [
    block({ stack: [heading.node, space(FREE_BELOW)] }, heading.lines + FREE_LINES),
    { node: space(-FREE_BELOW), lines: 0 },
    ...blocks,
  ];
};
