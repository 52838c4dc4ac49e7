import type { Node } from './report-node.ts';
import { createSpace } from './report-style.ts';

/** A part of the report and its estimated height in lines, which is infinite if it may break across pages. */
export type Block = { node: Node; lines: number };

/** About half a page, because unbreakable content that is longer than a page would be cut off. */
const MAX_LINES = 24;
/** Points that must be free below a heading, so that the content after it starts on the same page. */
const FREE_BELOW = 60;
const FREE_LINES = 5;

/** Estimates the number of lines of a string, rounded up. */
export const estimateLines = (text: string, perLine: number): number =>
  text.split('\n').reduce((lines, line) => lines + 1 + Math.floor(line.length / perLine), 0);

/** Creates a block that is not broken across pages if it is short. */
export const createBlock = (node: Node, lines: number): Block =>
  lines <= MAX_LINES
    ? { node: { ...node, unbreakable: true }, lines }
    : { node, lines: Number.POSITIVE_INFINITY };

/**
 * Prevents a heading alone at the bottom of a page. Makes the heading and a short first block unbreakable. Before a long
 * block, reserves space below the heading, and then removes it with a negative margin.
 */
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
