import type { Field, FieldType } from '#contract/workbook-definition.ts';
import { changeType } from './change-type.ts';
import {
  buildTree,
  type DraftTree,
  findNode,
  nameOf,
  type Place,
  type PropertiesChange,
  walkNodes,
} from './draft-tree.ts';
import {
  duplicateNode,
  findPlaceAfterStep,
  insertFields,
  moveNode,
  removeNode,
  renameNode,
  type Step,
  setProperties,
} from './edit-tree.ts';
import { addStep, endStep, type History, redoStep, startHistory, undoStep } from './history.ts';

export type DraftDocument = {
  readonly title: string | null;
  readonly description: string | null;
  readonly tree: DraftTree;
};

/** The editor's state: the draft with its undo history, and the key of the selected field. */
export type Design = { readonly history: History<DraftDocument>; readonly selected: number | null };

export type EditAction =
  | { kind: 'select'; key: number | null }
  | { kind: 'insert'; place: Place; fields: readonly Field[] }
  | { kind: 'remove'; key: number }
  | { kind: 'duplicate'; key: number }
  | { kind: 'move'; key: number; to: Place }
  | { kind: 'step'; key: number; step: Step }
  | { kind: 'rename'; key: number; name: string }
  | { kind: 'changeType'; key: number; type: FieldType }
  | { kind: 'set'; key: number; change: PropertiesChange }
  | { kind: 'setDetails'; change: Partial<Pick<DraftDocument, 'title' | 'description'>> }
  | { kind: 'replace'; document: DraftDocument }
  | { kind: 'undo' | 'redo' | 'endStep' };

export const startDesign = (document: DraftDocument, selectedName?: string): Design => {
  const match = [...walkNodes(document.tree.nodes)].find(({ node }) => nameOf(node) === selectedName);
  return { history: startHistory(document), selected: (selectedName && match?.node.key) || null };
};

export const toDraftDocument = ({
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
  tree: buildTree(fields),
});

export const designReducer = (design: Design, action: EditAction): Design => {
  const { history, selected } = design;
  switch (action.kind) {
    case 'select':
      return { history: endStep(history), selected: action.key };
    case 'undo':
      return ensureValidSelection({ history: undoStep(history), selected });
    case 'redo':
      return ensureValidSelection({ history: redoStep(history), selected });
    case 'endStep':
      return { history: endStep(history), selected };
    case 'replace':
      return { history: addStep(history, action.document), selected: null };
    case 'setDetails': {
      const subject = `details ${Object.keys(action.change).join()}`;
      return { history: addStep(history, { ...history.present, ...action.change }, subject), selected };
    }
    default: {
      const {
        tree,
        selected: newSelected = selected,
        subject = null,
      } = applyToTree(history.present.tree, action);
      if (tree === history.present.tree) return design;
      return ensureValidSelection({
        history: addStep(history, { ...history.present, tree }, subject),
        selected: newSelected,
      });
    }
  }
};

type TreeAction = Exclude<
  EditAction,
  { kind: 'select' | 'undo' | 'redo' | 'endStep' | 'replace' | 'setDetails' }
>;

const applyToTree = (
  tree: DraftTree,
  action: TreeAction,
): { tree: DraftTree; selected?: number | null; subject?: string } => {
  switch (action.kind) {
    case 'insert': {
      const inserted = insertFields(tree, action.place, action.fields);
      return { tree: inserted.tree, ...(inserted.keys.length > 0 && { selected: inserted.keys[0]! }) };
    }
    case 'duplicate': {
      const duplicated = duplicateNode(tree, action.key);
      return { tree: duplicated.tree, ...(duplicated.keys.length > 0 && { selected: duplicated.keys[0]! }) };
    }
    case 'remove':
      return { tree: removeNode(tree, action.key), selected: selectAfterRemoval(tree, action.key) };
    case 'move':
      return { tree: moveNode(tree, action.key, action.to), selected: action.key };
    case 'step': {
      const to = findPlaceAfterStep(tree, action.key, action.step);
      return { tree: to ? moveNode(tree, action.key, to) : tree };
    }
    case 'rename':
      return { tree: renameNode(tree, action.key, action.name) };
    case 'changeType': {
      const properties = findNode(tree.nodes, action.key)?.node.properties;
      if (!properties) return { tree };
      const cleared = Object.fromEntries(Object.keys(properties).map((property) => [property, undefined]));
      return {
        tree: setProperties(tree, action.key, { ...cleared, ...changeType(properties, action.type) }),
      };
    }
    case 'set':
      return {
        tree: setProperties(tree, action.key, action.change),
        subject: `${Object.keys(action.change).join()} of ${action.key}`,
      };
  }
};

/** Returns the field to select after a deletion: the next one, the previous one or the container. */
const selectAfterRemoval = (tree: DraftTree, key: number): number | null => {
  const located = findNode(tree.nodes, key);
  if (!located) return null;
  const container = located.ancestors.at(-1);
  const siblings = container?.children ?? tree.nodes;
  return (siblings[located.position + 1] ?? siblings[located.position - 1] ?? container)?.key ?? null;
};

const ensureValidSelection = (design: Design): Design => {
  const { selected, history } = design;
  if (selected === null || findNode(history.present.tree.nodes, selected)) return design;
  return { ...design, selected: null };
};
