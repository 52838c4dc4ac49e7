import type { DefinitionFault } from '#contract/workbook-draft.ts';
import { inEnglish, type Sentence } from '#sentences/sentence.ts';
import type { FoundFault } from '#workbook-engine/field-faults.ts';
import type { FieldNode } from './draft-tree.ts';

/** What is wrong with a draft, at the field where it is. `key` null: with all of it. */
export type DraftFault = {
  key: number | null;
  /** The member with what is inside it: `relevant`, `choices[2].value`, `label.nl`. */
  member: string;
  message: string;
  /** What the engine says, for other languages; what the server finds it says in the reader's. */
  sentence?: Sentence;
  /** Within an expression, from 0. */
  at?: number | undefined;
};

/** Faults that the engine found, at their fields. */
export const locateFaults = (nodes: readonly FieldNode[], faults: readonly FoundFault[]): DraftFault[] =>
  faults.map(({ sentence, ...fault }) => ({
    ...locateFault(nodes, { ...fault, message: inEnglish(sentence) }),
    sentence,
  }));

const STEP = /^\.?fields\[(\d+)\]/;

/** Finds the field to which the path of a fault leads. */
export const locateFault = (
  nodes: readonly FieldNode[],
  { path, message, at }: DefinitionFault,
): DraftFault => {
  let rest = path;
  let list = nodes;
  let found: FieldNode | undefined;
  for (;;) {
    const step = STEP.exec(rest);
    const node = step && list[Number(step[1])];
    if (!node) break;
    found = node;
    list = node.children;
    rest = rest.slice(step[0].length);
  }
  return { key: found?.key ?? null, member: rest.replace(/^\./, ''), message, at };
};

/** Whether a fault is about a member, or about something inside it. */
export const isAbout = ({ member }: DraftFault, wanted: string): boolean =>
  member === wanted || member.startsWith(`${wanted}.`) || member.startsWith(`${wanted}[`);
