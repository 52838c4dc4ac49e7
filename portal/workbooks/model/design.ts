import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { changeType } from './change-type.ts';
import {
  type DraftTree,
  findNode,
  type Members,
  nameOf,
  type Place,
  plantFields,
  walkNodes,
} from './draft-tree.ts';
import {
  duplicateNode,
  insertFields,
  moveNode,
  placeAfterStep,
  placeOfNode,
  removeNode,
  renameNode,
  type Step,
  setMembers,
} from './edit-tree.ts';
import { addStep, beginHistory, endStep, type History, redoStep, undoStep } from './history.ts';

/** All that a draft says. */
export type DraftDocument = {
  readonly title: string | null;
  readonly description: string | null;
  readonly tree: DraftTree;
};

/** A draft while somebody designs it: every step so far, and the field at hand. */
export type Design = { readonly history: History<DraftDocument>; readonly chosen: number | null };

export type DesignAct =
  | { kind: 'choose'; key: number | null }
  | { kind: 'insert'; place: Place; fields: readonly Field[] }
  | { kind: 'remove'; key: number }
  | { kind: 'duplicate'; key: number }
  | { kind: 'move'; key: number; to: Place }
  | { kind: 'step'; key: number; step: Step }
  | { kind: 'rename'; key: number; name: string }
  | { kind: 'retype'; key: number; type: FieldType }
  | { kind: 'set'; key: number; change: { [Member in keyof Members]?: Members[Member] | undefined } }
  | { kind: 'describe'; change: Partial<Pick<DraftDocument, 'title' | 'description'>> }
  | { kind: 'replace'; document: DraftDocument }
  | { kind: 'undo' | 'redo' | 'pause' };

export const beginDesign = (document: DraftDocument, chosenName?: string): Design => {
  const named = [...walkNodes(document.tree.nodes)].find(({ node }) => nameOf(node) === chosenName);
  return { history: beginHistory(document), chosen: (chosenName && named?.node.key) || null };
};

export const documentOf = ({
  title,
  description,
  fields,
}: {
  title?: string | null;
  description?: string | null;
  fields: readonly unknown[];
}): DraftDocument => ({
  title: title ?? null,
  description: description ?? null,
  tree: plantFields(fields),
});

export const actOnDesign = (design: Design, act: DesignAct): Design => {
  const { history, chosen } = design;
  switch (act.kind) {
    case 'choose':
      return { history: endStep(history), chosen: act.key };
    case 'undo':
      return withChosen({ history: undoStep(history), chosen });
    case 'redo':
      return withChosen({ history: redoStep(history), chosen });
    case 'pause':
      return { history: endStep(history), chosen };
    case 'replace':
      return { history: addStep(history, act.document), chosen: null };
    case 'describe': {
      const about = `describe ${Object.keys(act.change).join()}`;
      return { history: addStep(history, { ...history.present, ...act.change }, about), chosen };
    }
    default: {
      const { tree, chosen: next = chosen, about = null } = actOnTree(history.present.tree, act);
      if (tree === history.present.tree) return design;
      return withChosen({ history: addStep(history, { ...history.present, tree }, about), chosen: next });
    }
  }
};

type TreeAct = Exclude<DesignAct, { kind: 'choose' | 'undo' | 'redo' | 'pause' | 'replace' | 'describe' }>;

const actOnTree = (
  tree: DraftTree,
  act: TreeAct,
): { tree: DraftTree; chosen?: number | null; about?: string } => {
  switch (act.kind) {
    case 'insert': {
      const inserted = insertFields(tree, act.place, act.fields);
      return { tree: inserted.tree, ...(inserted.keys.length > 0 && { chosen: inserted.keys[0]! }) };
    }
    case 'duplicate': {
      const doubled = duplicateNode(tree, act.key);
      return { tree: doubled.tree, ...(doubled.keys.length > 0 && { chosen: doubled.keys[0]! }) };
    }
    case 'remove':
      return { tree: removeNode(tree, act.key), chosen: neighbourOf(tree, act.key) };
    case 'move':
      return { tree: moveNode(tree, act.key, act.to), chosen: act.key };
    case 'step': {
      const to = placeAfterStep(tree, act.key, act.step);
      return { tree: to ? moveNode(tree, act.key, to) : tree };
    }
    case 'rename':
      return { tree: renameNode(tree, act.key, act.name) };
    case 'retype': {
      const members = findNode(tree.nodes, act.key)?.node.members;
      if (!members) return { tree };
      const gone = Object.fromEntries(Object.keys(members).map((member) => [member, undefined]));
      return { tree: setMembers(tree, act.key, { ...gone, ...changeType(members, act.type) }) };
    }
    case 'set':
      return {
        tree: setMembers(tree, act.key, act.change),
        about: `${Object.keys(act.change).join()} of ${act.key}`,
      };
  }
};

/** Who is at hand when a field is gone: the next one, else the one before, else what is around. */
const neighbourOf = (tree: DraftTree, key: number): number | null => {
  const place = placeOfNode(tree, key);
  if (!place) return null;
  const around = place.container === null ? undefined : findNode(tree.nodes, place.container)?.node;
  const siblings = around?.children ?? tree.nodes;
  return (siblings[place.position + 1] ?? siblings[place.position - 1] ?? around)?.key ?? null;
};

/** What is not there any more is not at hand. */
const withChosen = (design: Design): Design => {
  const { chosen, history } = design;
  if (chosen === null || findNode(history.present.tree.nodes, chosen)) return design;
  return { ...design, chosen: null };
};
