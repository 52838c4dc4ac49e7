import type { Node } from './report-node.ts';
import { space } from './report-style.ts';

/** Part of a report, and roughly how many lines high it is: infinitely many where it is broken by the end of a page. */
export type Block = { node: Node; lines: number };

/** What may not be broken may never be longer than a page, for the rest would be lost; half a page, roughly counted, is safe. */
const MOST_LINES = 24;
/** Points that must be free below a heading, so that what follows begins on its page. */
const FREE_BELOW = 60;
const FREE_LINES = 5;

/** How many lines a text takes, roughly, and rather too many. */
export const linesOf = (text: string, perLine: number): number =>
  text.split('\n').reduce((lines, line) => lines + 1 + Math.floor(line.length / perLine), 0);

/** A block that stays on one page if it is short. */
export const block = (node: Node, lines: number): Block =>
  lines <= MOST_LINES
    ? { node: { ...node, unbreakable: true }, lines }
    : { node, lines: Number.POSITIVE_INFINITY };

/**
 * A heading never stands alone at the foot of a page: with a short block it moves as one; before a long one, which
 * begins where it is, some room is asked for and given back.
 */
export const underHeading = (heading: Block, blocks: readonly Block[]): Block[] => {
  const [first, ...rest] = blocks;
  if (!first || heading.lines > MOST_LINES) return [heading, ...blocks];
  const lines = heading.lines + first.lines;
  if (lines <= MOST_LINES) return [block({ stack: [heading.node, first.node] }, lines), ...rest];
  return [
    block({ stack: [heading.node, space(FREE_BELOW)] }, heading.lines + FREE_LINES),
    { node: space(-FREE_BELOW), lines: 0 },
    ...blocks,
  ];
};
