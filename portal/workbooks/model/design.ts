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
  findPlaceInDirection,
  insertFields,
  type MoveDirection,
  moveNode,
  removeNode,
  renameNode,
  setProperties,
} from './edit-tree.ts';
import { addStep, endStep, type History, redoStep, startHistory, undoStep } from './history.ts';

export type DraftDocument = {
  readonly title: string | null;
  readonly description: string | null;
  readonly tree: DraftTree;
};

export type Design = { readonly history: History<DraftDocument>; readonly selectedKey: number | null };

type Details = Partial<Pick<DraftDocument, 'title' | 'description'>>;

export type EditAction =
  | { kind: 'select'; key: number | null }
  | { kind: 'insert'; place: Place; fields: readonly Field[] }
  | { kind: 'remove'; key: number }
  | { kind: 'duplicate'; key: number }
  | { kind: 'move'; key: number; to: Place }
  | { kind: 'moveInDirection'; key: number; direction: MoveDirection }
  | { kind: 'rename'; key: number; name: string }
  | { kind: 'changeType'; key: number; type: FieldType }
  | { kind: 'set'; key: number; changes: PropertiesChange }
  | { kind: 'setDetails'; changes: Details }
  | { kind: 'replace'; document: DraftDocument }
  | { kind: 'undo' | 'redo' | 'endStep' };

export const startDesign = (document: DraftDocument, selectedName?: string): Design => {
  const node = [...walkNodes(document.tree.nodes)].find((candidate) => nameOf(candidate) === selectedName);
  return { history: startHistory(document), selectedKey: node?.key ?? null };
};

export const toDraftDocument = ({
  title = null,
  description = null,
  fields,
}: Details & { fields: readonly unknown[] }): DraftDocument => ({
  title,
  description,
  tree: buildTree(fields),
});

export const designReducer = (design: Design, action: EditAction): Design => {
  const { history, selectedKey } = design;
  switch (action.kind) {
    case 'select':
      return { history: endStep(history), selectedKey: action.key };
    case 'undo':
      return ensureValidSelection({ history: undoStep(history), selectedKey });
    case 'redo':
      return ensureValidSelection({ history: redoStep(history), selectedKey });
    case 'endStep':
      return { history: endStep(history), selectedKey };
    case 'replace':
      return { history: addStep(history, action.document), selectedKey: null };
    case 'setDetails': {
      const subject = `details ${Object.keys(action.changes).join()}`;
      return { history: addStep(history, { ...history.present, ...action.changes }, subject), selectedKey };
    }
    default: {
      const { tree, subject, ...selection } = applyToTree(history.present.tree, action);
      if (tree === history.present.tree) return design;
      return ensureValidSelection({
        history: addStep(history, { ...history.present, tree }, subject),
        selectedKey,
        ...selection,
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
): { tree: DraftTree; selectedKey?: number | null; subject?: string } => {
  switch (action.kind) {
    case 'insert':
      return insertFields(tree, action.place, action.fields);
    case 'duplicate':
      return duplicateNode(tree, action.key);
    case 'remove':
      return { tree: removeNode(tree, action.key), selectedKey: findNextSelectedKey(tree, action.key) };
    case 'move':
      return { tree: moveNode(tree, action.key, action.to), selectedKey: action.key };
    case 'moveInDirection': {
      const to = findPlaceInDirection(tree, action.key, action.direction);
      return { tree: to ? moveNode(tree, action.key, to) : tree };
    }
    case 'rename':
      return { tree: renameNode(tree, action.key, action.name) };
    case 'changeType': {
      const properties = findNode(tree.nodes, action.key)?.node.properties;
      if (!properties) return { tree };
      const removals = Object.fromEntries(Object.keys(properties).map((property) => [property, undefined]));
      return {
        tree: setProperties(tree, action.key, { ...removals, ...changeType(properties, action.type) }),
      };
    }
    case 'set':
      return {
        tree: setProperties(tree, action.key, action.changes),
        subject: `${Object.keys(action.changes).join()} of ${action.key}`,
      };
  }
};

const findNextSelectedKey = (tree: DraftTree, key: number): number | null => {
  const match = findNode(tree.nodes, key);
  if (!match) return null;
  const container = match.ancestors.at(-1);
  const siblings = container?.children ?? tree.nodes;
  return (siblings[match.position + 1] ?? siblings[match.position - 1] ?? container)?.key ?? null;
};

const ensureValidSelection = (design: Design): Design => {
  const { selectedKey, history } = design;
  if (selectedKey === null || findNode(history.present.tree.nodes, selectedKey)) return design;
  return { ...design, selectedKey: null };
};
